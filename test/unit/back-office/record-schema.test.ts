import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('a list', () => {
  test('has the same entries after a move, and the moved one at its place; moving back restores it', () => {
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
});

test('a lesson goes to a place in a part or to its end, if that is another part', () => {
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

describe('a form', () => {
  const schema = z.toJSONSchema(giftBoxFile, { io: 'input' }) as FieldSchema;

  test('sends no empty lines, no empty optional fields, and what is required although it is empty', () => {
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
    expect(Object.keys(asFields(sent))).not.toEqual(expect.arrayContaining(['warnings']));
    expect(Object.keys(asFields(sent))).not.toEqual(expect.arrayContaining(['max_per_order']));
  });
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
  ['German of a text that is missing in both languages', 'subtitle', 'field-subtitle.de'],
  ['the first field of a group', 'seo', 'field-seo.title.de'],
  ['the text around a line', 'goals.en.2', 'field-goals.en'],
  ['the list around an entry that is not shown', 'parts.0.lessons.1.id', 'field-parts.0.lessons'],
  ['nothing, when no field is about it', 'sub', undefined],
])('a fault leads to %s', (_what, path, field) => {
  const texts = ['subtitle.de', 'subtitle.en', 'seo.title.de', 'seo.title.en', 'goals.de', 'goals.en'];
  const ids = [...texts, 'price_cents', 'parts', 'parts.0.lessons'].map((id) => `field-${id}`);
  expect(nearestField(path, ids)).toBe(field);
});

test('a fault of a field is told until the field is changed; one about the whole record until the next save', () => {
  const saved = { title: { de: '', en: 'Wood' }, parts: [], price_cents: 0 };
  const faults = ['', 'title.de', 'parts', 'price_cents', 'lead'].map((path) => ({ path }));
  const left = (written: object) =>
    remainingFaults(faults, saved, { ...saved, ...written }).map(({ path }) => path);
  expect(left({})).toEqual(['', 'title.de', 'parts', 'price_cents', 'lead']);
  expect(left({ title: { de: 'Holz', en: 'Wood' }, parts: [{}] })).toEqual(['', 'price_cents', 'lead']);
  expect(left({ title: { de: '', en: 'Glue' } })).toContain('title.de');
});
