import { sql } from 'kysely';
import { z } from 'zod';
import type { RecordType, SearchedField } from '#core/model/catalogue-record.ts';
import { productKinds } from '#core/model/product.ts';
import type { NamedCoupon } from '#server/content/sources/catalogue-sources.ts';
import { isNeverOffered } from '#server/content/sources/check-references.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { StoredRecord } from './merge-records.ts';
import { fileSchemas } from './record-types.ts';
import { readRecords, readSurroundings, sourcesOf } from './stored-records.ts';

interface Option {
  readonly value: string;
  readonly text: string;
}

/** Returns the types of published records that a field can refer to. */
export function typesNamedBy(field: SearchedField): readonly RecordType[] {
  if (field === 'campaign.products') return productKinds;
  if (field === 'bundle.products') return productKinds.filter((kind) => !isNeverOffered({ kind }));
  if (field.endsWith('.master')) return ['master'];
  return field.endsWith('.membership') ? ['membership'] : ['course'];
}

/**
 * Returns the JSON Schema of a record type and the options of fields with few possible references, in the caller's
 * language; options of searched fields come from `listRecords`. Coupon codes are for campaigns only and need the
 * permission to read coupons; ended ones are included only if a campaign already names them.
 */
export async function readRecordForm(
  context: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  type: RecordType,
  { locale, operator: { permissions } }: Pick<OperatorCaller, 'locale' | 'operator'>,
) {
  const { db, settings } = context;
  const records = await readRecords(db);
  const published = records.flatMap((record) =>
    record.published === null ? [] : [{ ...record, value: record.published }],
  );
  const sources = sourcesOf(published, await readSurroundings(db));
  const { products, categories, pictures, campaigns, giveaways, coupons } = sources;
  const ofType = type === 'campaign' ? campaigns : products.filter(({ kind }) => kind === type);
  const mayReadCoupons = type === 'campaign' && permissions.includes('coupons.read');
  const offered = mayReadCoupons ? await offeredCoupons(context, coupons, records) : [];
  const positions = ofType.map(({ value }) => value.position);
  const picture = pictures.map((name) => ({ value: name, text: name }));
  return {
    schema: z.toJSONSchema(fileSchemas[type], { io: 'input' }) as Record<string, unknown>,
    options: {
      discipline: categories.value.groups.flatMap(({ disciplines }) =>
        disciplines.map(({ identifier, title }) => ({ value: identifier, text: title[locale] })),
      ),
      coupon: offered.map(({ codes: [code = ''], title }) => ({
        value: code,
        text: title === null ? code : `${code}: ${title[locale]}`,
      })),
      giveaway: giveaways.map(({ slug, value }) => ({ value: slug, text: value.title[locale] })),
      picture,
      ...(type === 'shop' && { picture_on_phones: picture, share_picture: picture }),
    } satisfies Record<string, readonly Option[]>,
    site: { name: sources.shop.value.brand.name, url: settings.siteUrl },
    next_position: Math.max(0, ...positions) + 1,
  };
}

/** Returns coupons that have not ended, and those that a campaign names, published or in its draft. */
async function offeredCoupons(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  coupons: readonly NamedCoupon[],
  records: readonly StoredRecord[],
): Promise<readonly NamedCoupon[]> {
  const codes = coupons.map(({ codes: [code = ''] }) => code);
  const running = await db
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'promotion_id')
    .select('code')
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .where(sql<boolean>`valid_until is null or valid_until > ${new Date(clock.now())}`)
    .execute();
  const campaigns = records.filter(({ type }) => type === 'campaign');
  const named = campaigns.flatMap(({ published, draft }) => [published?.coupon, draft?.coupon]);
  const offered = new Set<unknown>([...named, ...running.map(({ code }) => code)]);
  return coupons.filter((coupon) => coupon.codes.some((code) => offered.has(code)));
}
