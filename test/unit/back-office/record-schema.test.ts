import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  asFields,
  emptyValueOf,
  type FieldSchema,
  formSchema,
  moveItem,
  nearestField,
  remainingFaults,
  transferItem,
  withoutEmptyValues,
} from '#back-office/catalogue/record-schema.ts';
import { giftBoxFile } from '#server/content/sources/product-schemas.ts';
import { shopFile } from '#server/content/sources/shop-schemas.ts';

test('a moved entry is at its new place in the list, and moving it back restores the list', () => {
  const moves = fc
    .uniqueArray(fc.integer(), { minLength: 1, maxLength: 6 })
    .chain((list) => fc.tuple(fc.constant(list), fc.nat(list.length - 1), fc.nat(list.length - 1)));
  fc.assert(
    fc.property(moves, ([list, from, to]) => {
      const after = moveItem(list, from, to);
      expect(after[to]).toBe(list[from]);
      expect(moveItem(after, to, from)).toEqual(list);
    }),
  );
});

test('a lesson moves to a place in another part or to its end, but not to its own or a missing part', () => {
  const parts = [{ title: 'A', lessons: ['a', 'b'] }, { title: 'B', lessons: ['c'] }, { title: 'C' }];
  const field = 'lessons';
  expect(transferItem(parts, { index: 1, field, from: 0, target: 0 })).toEqual([
    { title: 'A', lessons: ['a', 'b', 'c'] },
    { title: 'B', lessons: [] },
    { title: 'C' },
  ]);
  expect(transferItem(parts, { index: 0, field, from: 1, target: 1, to: 0 })).toEqual([
    { title: 'A', lessons: ['a'] },
    { title: 'B', lessons: ['b', 'c'] },
    { title: 'C' },
  ]);
  const last = { title: 'C', lessons: ['c'] };
  expect(transferItem(parts, { index: 1, field, from: 0, target: 2, to: 0 })?.at(-1)).toEqual(last);
  const between = { title: 'A', lessons: ['a', 'c', 'b'] };
  expect(transferItem(parts, { index: 1, field, from: 0, target: 0, to: 1 })?.[0]).toEqual(between);
  for (const target of [-1, 0, 3])
    expect(transferItem(parts, { index: 0, field, from: 0, target })).toBeNull();
});

test('a form sends no empty lines and no empty optional fields, but empty required ones', () => {
  const schema = z.toJSONSchema(giftBoxFile, { io: 'input' }) as FieldSchema;
  const sent = withoutEmptyValues(schema, {
    ...asFields(emptyValueOf(schema)),
    title: { de: ' Kiste ', en: '' },
    contents: { de: ['Eins', '', 'Zwei'], en: ['One', 'Two', ''] },
    warnings: { de: [], en: [''] },
    max_per_order: undefined,
  });
  expect(sent).toMatchObject({
    title: { de: 'Kiste', en: '' },
    contents: { de: ['Eins', 'Zwei'], en: ['One', 'Two'] },
    no_bank_transfer: false,
    picture: '',
  });
  for (const optional of ['warnings', 'max_per_order']) expect(asFields(sent)).not.toHaveProperty(optional);
});

test('a form of shop data asks for delivery times by country, and sends none that is empty', () => {
  const record = {
    delivery_countries: ['DE', 'LU', ''],
    delivery_times: { DE: { de: '2 Tage', en: '2 days' }, LU: { de: '', en: '' } },
    vat: { oss_from: '' },
  };
  const schema = formSchema(z.toJSONSchema(shopFile, { io: 'input' }) as FieldSchema, record);
  const { delivery_times, vat } = schema.properties ?? {};
  expect(Object.keys(delivery_times?.properties ?? {})).toEqual(['DE', 'LU']);
  expect(vat?.properties?.oss_from).toMatchObject({ type: 'string', format: 'date' });
  expect(withoutEmptyValues(schema, record)).toEqual({
    delivery_countries: ['DE', 'LU'],
    delivery_times: { DE: { de: '2 Tage', en: '2 days' } },
    vat: {},
  });
});

test.each([
  ['a field', 'price_cents', 'field-price_cents'],
  ['the German text if both languages are missing', 'subtitle', 'field-subtitle.de'],
  ['the first field of a group', 'seo', 'field-seo.title.de'],
  ['the text that contains a line', 'goals.en.2', 'field-goals.en'],
  ['the list if its entry is not shown', 'parts.0.lessons.1.id', 'field-parts.0.lessons'],
  ['nothing if no field matches', 'sub', undefined],
])('a fault leads to %s', (_what, path, field) => {
  const texts = ['subtitle.de', 'subtitle.en', 'seo.title.de', 'seo.title.en', 'goals.de', 'goals.en'];
  const ids = [...texts, 'price_cents', 'parts', 'parts.0.lessons'].map((id) => `field-${id}`);
  expect(nearestField(path, ids)).toBe(field);
});

test('a fault of a field is shown until the field changes, a fault of the record until the next save', () => {
  const saved = { title: { de: '', en: 'Wood' }, parts: [], price_cents: 0 };
  const faults = ['', 'title.de', 'parts', 'price_cents', 'lead'].map((path) => ({ path }));
  const left = (changes: object) =>
    remainingFaults(faults, saved, { ...saved, ...changes }).map(({ path }) => path);
  expect(left({})).toEqual(['', 'title.de', 'parts', 'price_cents', 'lead']);
  expect(left({ title: { de: 'Holz', en: 'Wood' }, parts: [{}] })).toEqual(['', 'price_cents', 'lead']);
  expect(left({ title: { de: '', en: 'Glue' } })).toContain('title.de');
});
