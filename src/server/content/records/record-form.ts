import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { RecordType } from '#core/model/catalogue-record.ts';
import { isNeverOffered } from '#server/content/sources/check-references.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { recordSchemas } from './record-types.ts';
import { readRecords, readSurroundings, sourcesOf } from './stored-records.ts';

interface Option {
  readonly value: string;
  readonly text: string;
}

/** What a record of a type consists of: its schema as JSON Schema, and the values of fields that name other records. */
export async function readRecordForm(db: Kysely<Database>, type: RecordType) {
  const records = await readRecords(db);
  const published = records.flatMap((record) =>
    record.published === null ? [] : [{ ...record, value: record.published }],
  );
  const sources = sourcesOf(published, await readSurroundings(db));
  const { products, masters, categories, pictures, campaigns, giveaways, coupons } = sources;
  const toOption = ({ slug, value }: (typeof products | typeof giveaways)[number]): Option => ({
    value: slug,
    text: value.title.de,
  });
  const slugsOf = (kind: RecordType): Option[] =>
    products.filter((product) => product.kind === kind).map(toOption);
  const courses = slugsOf('course');
  const ofType = type === 'campaign' ? campaigns : products.filter(({ kind }) => kind === type);
  const positions = ofType.map(({ value }) => value.position);
  return {
    schema: z.toJSONSchema(recordSchemas[type], { io: 'input' }) as Record<string, unknown>,
    options: {
      master: masters.map(({ slug, value }) => ({
        value: slug,
        text: `${value.firstname} ${value.lastname}`,
      })),
      discipline: categories.value.groups.flatMap(({ disciplines }) =>
        disciplines.map(({ identifier, title }) => ({ value: identifier, text: title.de })),
      ),
      course: courses,
      courses,
      membership: slugsOf('membership'),
      products: products.filter((product) => type !== 'bundle' || !isNeverOffered(product)).map(toOption),
      coupon: coupons.flatMap(({ codes: [code = ''], title }) => [
        { value: code, text: title === null ? code : `${code}: ${title.de}` },
      ]),
      giveaway: giveaways.map(toOption),
      picture: pictures.map((name) => ({ value: name, text: name })),
    } satisfies Record<string, readonly Option[]>,
    next_position: Math.max(0, ...positions) + 1,
  };
}
