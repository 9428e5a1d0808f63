import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  afterResponse,
  afterSave,
  parseStoredInput,
  rebaseInput,
  withoutInput,
} from '#back-office/kit/records/unsaved-input.ts';
import { UnsavedInputNotice } from '#back-office/kit/records/unsaved-input-notice.tsx';
import {
  deleteUnsavedInput,
  keepUnsavedInputOf,
  useUnsavedInput,
} from '#back-office/kit/records/use-unsaved-input.ts';
import type { CatalogueRecord } from '#core/model/catalogue-record.ts';
import { differingFields, isSameValue, withFields } from '#core/rules/catalogue/record-values.ts';
import { drawScreen } from '#test/unit/back-office/support/show.tsx';

const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('', 'Satz', '"quoted"', '\u2028'));
const fields = fc.record(
  {
    title: fc.record({ de: text, en: text }),
    lead: text,
    goals: fc.array(text, { maxLength: 3 }),
    seo: fc.option(fc.record({ title: text }), { nil: undefined }),
  },
  { requiredKeys: ['title', 'lead'] },
);
type Value = Readonly<Record<string, unknown>>;

const record = {
  id: 'book.eins',
  version: 5,
  value: { lead: 'Ihr Satz', title: 'Alt' },
} as unknown as CatalogueRecord;

function Editor() {
  const { value, origin, version, isChanged } = useUnsavedInput(record.id, record);
  return <p>{JSON.stringify({ value, origin, version, isChanged })}</p>;
}

/** Returns the values that two operators can change without a conflict. */
const valuesOf = ({ title, lead, goals, seo }: Value) => ({
  ...{ de: (title as Value).de, en: (title as Value).en },
  ...{ lead, goals, seo },
});

/** Stores a value as for a reload, and reads it. */
const reloaded = (value: unknown) => parseStoredInput(JSON.stringify(value));

describe('unsaved input', () => {
  test('is restored after a reload; damaged storage counts as empty', () => {
    fc.assert(
      fc.property(fields, fields, (base: Value, value: Value) => {
        const written = { version: 3, base, value };
        const kept = reloaded(written);
        const { written: back, origin } = rebaseInput(
          kept ?? withoutInput({ version: 0, value: {} }).written,
          { version: 3, value: base },
        );
        expect(origin).toEqual({ kind: 'restored', conflicts: [] });
        expect(isSameValue(back.value, value)).toBe(true);
        // A key without a value is not kept, so the order of names may differ.
        const changed = (one: Value, other: Value) => differingFields(one, other).toSorted();
        expect(changed(back.base, back.value)).toEqual(changed(base, value));
      }),
    );
    expect([parseStoredInput(null), parseStoredInput('{"version":'), parseStoredInput('')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('is kept when somebody else has saved, and fields that both changed are conflicts', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base: Value, own: Value, theirs: Value) => {
        const stored = reloaded({ version: 3, base, value: own });
        if (stored === null) throw new Error('The input was not stored');
        const { written, origin } = rebaseInput(stored, { version: 5, value: theirs });
        const [before, mine, changed] = [valuesOf(base), valuesOf(own), valuesOf(theirs)];
        const kept = differingFields(before, mine);
        expect(valuesOf(written.value)).toEqual(withFields(changed, mine, kept));
        expect(written).toMatchObject({ version: 5, base: theirs });
        const both = kept.filter((name) => differingFields(before, changed).includes(name));
        const fieldsOfBoth = both
          .filter((name) => differingFields(mine, changed).includes(name))
          .map((name) => (name === 'de' || name === 'en' ? 'title' : name));
        expect([...origin.conflicts].toSorted()).toEqual([...new Set(fieldsOfBoth)].toSorted());
        expect(origin.kind).toBe(isSameValue(own, theirs) ? 'none' : 'rebased');
      }),
    );
  });

  test('that was typed during a save stays unsaved', () => {
    fc.assert(
      fc.property(fields, fields, (sent: Value, typed: Value) => {
        const { written, origin } = afterSave(
          { version: 3, base: {}, value: typed },
          { version: 4, value: sent },
          sent,
        );
        expect(isSameValue(written.value, typed)).toBe(true);
        expect(written).toMatchObject({ version: 4, base: sent });
        expect(origin.kind).toBe('none');
      }),
    );
  });
});

test('unsaved input and its conflicts are kept when a response contains a newer version', () => {
  const base = { title: 'Alt', lead: 'Eins' };
  const inputOf = (value: Value) => ({
    written: { version: 3, base, value },
    origin: { kind: 'none' as const, conflicts: [] },
  });
  const latest = { version: 4, value: { title: 'Ihrer', lead: 'Zwei' } };
  expect(afterResponse(inputOf({ ...base, title: 'Meiner' }), latest)).toEqual({
    written: { version: 4, base: latest.value, value: { title: 'Meiner', lead: 'Zwei' } },
    origin: { kind: 'rebased', conflicts: ['title'] },
  });
  expect(afterResponse(inputOf(base), latest), 'nothing was typed').toEqual(withoutInput(latest));
  const same = inputOf({ ...base, lead: 'Meiner' });
  expect(afterResponse(same, { version: 3, value: base })).toBe(same);
});

test('unsaved input is discarded after a confirmation', async () => {
  const discard = vi.fn();
  const origin = { kind: 'restored', conflicts: [] } as const;
  const element = <UnsavedInputNotice origin={origin} nameOf={String} onDiscard={discard} />;
  const { elements } = await drawScreen({ id: 'story', element, loaded: null });
  const [discardButton, confirmButton] = elements.flatMap(({ type, props }) =>
    type === 'button' ? [props as { onClick?: (event: object) => void }] : [],
  );
  discardButton?.onClick?.({});
  expect(discard).not.toHaveBeenCalled();
  confirmButton?.onClick?.({});
  expect(discard).toHaveBeenCalledOnce();
});

describe('the editor', () => {
  afterEach(() => vi.unstubAllGlobals());

  const shownWith = (kept: string | null) => {
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => (key === 'written.book.eins' ? kept : null),
    });
    const html = renderToStaticMarkup(<Editor />);
    return JSON.parse(html.replace(/<\/?p>/g, '').replaceAll('&quot;', '"'));
  };

  test('starts with the unsaved input, based on what somebody else has saved since', () => {
    const base = { lead: 'Erster Satz', title: 'Alt' };
    const own = { lead: 'Mein Satz', title: 'Alt' };
    expect(shownWith(null)).toMatchObject({
      value: record.value,
      isChanged: false,
      origin: { kind: 'none' },
    });
    expect(shownWith(JSON.stringify({ version: 4, base, value: own }))).toEqual({
      value: { lead: 'Mein Satz', title: 'Alt' },
      origin: { kind: 'rebased', conflicts: ['lead'] },
      version: 5,
      isChanged: true,
    });
    const saved = shownWith(JSON.stringify({ version: 4, base, value: record.value }));
    expect(saved, 'its response was lost').toMatchObject({ isChanged: false, origin: { kind: 'none' } });
    expect(shownWith('not JSON')).toMatchObject({ value: record.value, isChanged: false });
  });

  test('deletes all unsaved input for the next operator, and nothing else', () => {
    const kept: Record<string, unknown> = {
      'written.book.eins': '{}',
      'written.mail_texts.order': '{}',
      other: '1',
    };
    const removeItem = (key: string) => Reflect.deleteProperty(kept, key);
    vi.stubGlobal('sessionStorage', Object.assign(kept, { removeItem }));
    deleteUnsavedInput();
    expect(Object.keys(kept)).toEqual(['other', 'removeItem']);
  });

  test('keeps unsaved input for its own operator after the session has ended', () => {
    const kept: Record<string, unknown> = { 'written.book.eins': '{}', other: '1' };
    const storage = {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => Reflect.set(kept, key, value),
      removeItem: (key: string) => Reflect.deleteProperty(kept, key),
    };
    const names = () => Object.keys(kept).filter((name) => !(name in storage));
    vi.stubGlobal('sessionStorage', Object.assign(kept, storage));
    for (const operator of ['one', 'one']) {
      keepUnsavedInputOf(operator);
      expect(names()).toContain('written.book.eins');
    }
    keepUnsavedInputOf('two');
    expect(names()).toEqual(['other', 'written.by']);
    kept['written.book.zwei'] = '{}';
    keepUnsavedInputOf('two');
    expect(names()).toContain('written.book.zwei');
  });
});
