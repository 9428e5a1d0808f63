import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { normaliseLines } from '#core/model/typed-text.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { recordYaml } from '#server/content/records/export-records.ts';
import { type FileRecord, mergeRecords, type RecordValue } from '#server/content/records/merge-records.ts';
import { recordSchemas } from '#server/content/records/record-types.ts';
import { recordsOf } from '#server/content/records/stored-records.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { ownContent } from './content-folder.ts';

let records: FileRecord[];

beforeAll(async () => {
  const content = (await readContent(ownContent)) as { value: Content };
  records = recordsOf(content.value.sources);
});

/** Replaces every text of a `{ de, en }`, so that the schema still matches. */
function withTexts(value: unknown, next: () => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      (name === 'de' || name === 'en') && typeof item === 'string' ? next() : withTexts(item, next),
    ]),
  );
}

/** Generates typed and pasted texts: line ends, colons, quotes, characters that are special in YAML. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...`aü \n\t:#-"'|>&*{%~`), minLength: 1, maxLength: 60 }),
    fc.constantFrom('null', 'yes', '1e3', '2026-11-01', '- ', '? a', '<<', '---'),
  )
  .map(normaliseLines)
  .filter((text) => text !== '');

describe('the file of a record', () => {
  test('has the values of the record, and is the same if it is written again', () => {
    const types = fc.nat().map((index) => records[index % records.length] as FileRecord);
    fc.assert(
      fc.property(types, fc.array(anyText, { minLength: 1, maxLength: 5 }), ({ type, value }, texts) => {
        let count = 0;
        const edited = withTexts(value, () => texts[count++ % texts.length] as string) as RecordValue;
        const file = recordYaml(edited);
        const read = parse(file);
        expect(isSameValue(read, edited), file).toBe(true);
        const parsed = recordSchemas[type].safeParse(read);
        if (!parsed.success) return;
        const again = recordYaml(parsed.data as RecordValue);
        expect(recordYaml(recordSchemas[type].parse(parse(again)) as RecordValue)).toBe(again);
      }),
      { numRuns: 60 },
    );
  });
});

describe('loading the files', () => {
  const states = ['a', 'b', 'c'] as const;
  const value = fc.constantFrom(null, ...states);

  test('replaces records that nobody has edited, others only if told to, and is idempotent', () => {
    const cases = fc.record({ file: value, loaded: value, published: value, overwrite: fc.boolean() });
    fc.assert(
      fc.property(cases, ({ file, loaded, published, overwrite }) => {
        const asValue = (state: string | null): RecordValue | null => (state === null ? null : { state });
        const key = { type: 'master' as const, slug: 'x' };
        const wanted = asValue(file);
        const files = wanted === null ? [] : [{ ...key, value: wanted }];
        const row = {
          ...key,
          loaded: asValue(loaded),
          published: asValue(published),
          draft: null,
          is_on_sale: true,
          version: 1,
        };
        const isStored = loaded !== null || published !== null;
        const merged = mergeRecords(files, isStored ? [row] : [], () => overwrite);

        const isEdited = isStored && loaded !== published;
        const shown = isEdited && !(overwrite && file !== null) ? published : file;
        expect(merged.published.map((one) => one.value.state)).toEqual(shown === null ? [] : [shown]);
        expect(merged.removed).toHaveLength(isStored && !isEdited && file === null ? 1 : 0);

        // Overwritten values count as loaded from then on.
        const after = merged.overwritten.length > 0 ? [{ ...row, loaded: wanted, published: wanted }] : [row];
        const again = mergeRecords(
          files,
          isStored || merged.overwritten.length > 0 ? after : [],
          () => overwrite,
        );
        expect(again.overwritten).toEqual([]);
        expect(again.published).toEqual(merged.published);
      }),
      { numRuns: 300 },
    );
  });
});
