import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  differences,
  differingFields,
  type Fields,
  isSameValue,
  rebased,
  withFields,
} from '#core/rules/catalogue/record-values.ts';

const names = ['title', 'lead', 'price_cents', 'parts'] as const;
const field = fc.constantFrom<unknown>(
  1,
  2,
  'a',
  { de: 'x', en: 'y' },
  { en: 'y', de: 'x' },
  ['a'],
  ['b'],
  undefined,
);
const record = fc.record({ title: field, lead: field, price_cents: field, parts: field });

describe('own changes of a record that was saved meanwhile', () => {
  test('are kept, other fields are as they were saved, and fields changed by both are named', () => {
    fc.assert(
      fc.property(record, record, record, (base: Fields, own: Fields, theirs: Fields) => {
        const { value, conflicts } = rebased(base, own, theirs);
        const mine = differingFields(base, own);
        const both = mine.filter((name) => differingFields(base, theirs).includes(name));
        for (const name of names) expect(value[name]).toEqual(mine.includes(name) ? own[name] : theirs[name]);
        expect(conflicts).toEqual(both.filter((name) => !isSameValue(own[name], theirs[name])));
      }),
    );
  });

  test('are merged with saved changes of another language, or of another part of the field', () => {
    const base = {
      lead: { de: ['Eins', 'Zwei'], en: ['One', 'Two'] },
      seo: { title: { de: 'Alt', en: 'Old' } },
    };
    const own = { lead: { ...base.lead, en: ['Mine'] }, seo: { title: { de: 'Neu', en: 'New' } } };
    const theirs = {
      lead: { ...base.lead, de: ['Ihres'] },
      seo: { title: { de: 'Neuer', en: 'Old' }, keywords: ['x'] },
    };
    expect(rebased(base, own, theirs)).toEqual({
      value: {
        lead: { de: ['Ihres'], en: ['Mine'] },
        seo: { title: { de: 'Neu', en: 'New' }, keywords: ['x'] },
      },
      conflicts: ['seo'],
    });
  });

  test('are not mixed with a value of another kind', () => {
    const own = { content: { kind: 'course', course: 'clara', days: 2 } };
    expect(
      rebased({ content: { kind: 'course', course: 'kaethe', days: 1 } }, own, {
        content: { kind: 'voucher', course: 'x', days: 1 },
      }),
    ).toEqual({ value: own, conflicts: ['content'] });
  });
});

describe('two versions', () => {
  test('differ in exactly the fields that make one of them the other', () => {
    fc.assert(
      fc.property(record, record, (one, other) => {
        const names = differingFields(one, other);
        expect(isSameValue(withFields(one, other, names), other)).toBe(true);
        const places = new Set(differences(one, other).map(({ path }) => path.split('.')[0]));
        expect([...places].toSorted()).toEqual([...names].toSorted());
      }),
    );
  });

  test('name each text that differs by its place, with what it was and is', () => {
    const before = { title: { de: 'Alt', en: 'Same' }, parts: [{ id: 'a' }], pages: 3 };
    const after = { title: { de: 'Neu', en: 'Same' }, parts: [{ id: 'a' }, { id: 'b' }] };
    expect(differences(before, after)).toEqual([
      { path: 'title.de', before: 'Alt', after: 'Neu' },
      { path: 'parts.1.id', before: undefined, after: 'b' },
      { path: 'pages', before: 3, after: undefined },
    ]);
  });
});
