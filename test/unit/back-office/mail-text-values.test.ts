import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { changesOf, isStored, toFormValues } from '#back-office/mail/mail-text-values.ts';
import type { EditedMailTexts, MailTextChanges } from '#core/model/mail-text.ts';

const text = fc.constantFrom('Guten Tag', 'Good day', 'Bis bald', '');
const side = fc.dictionary(fc.constantFrom('subject', 'intro'), text, { noNullPrototype: true });
const changes: fc.Arbitrary<MailTextChanges> = fc.record({ de: side, en: side });
const version = fc.record({
  number: fc.nat(9),
  is_published: fc.boolean(),
  saved_at: fc.constant('2026-11-28T09:00:00.000Z'),
  saved_by: fc.constant(null),
  changes,
});
const mail: fc.Arbitrary<EditedMailTexts> = fc.record({
  id: fc.constant('reset_password'),
  state: fc.constant('draft'),
  changed_at: fc.constant(null),
  version: fc.nat(9),
  lines: fc.constant([
    { key: 'subject', placeholders: [], file: { de: 'Neues Passwort', en: 'New password' } },
    { key: 'intro', placeholders: [], file: { de: 'für Sie', en: 'for you' } },
  ]),
  changes,
  faults: fc.constant([]),
  versions: fc.array(version, { maxLength: 3 }),
});
const none = { de: {}, en: {} };

test.prop([mail])('texts of the file, of the last save and of every version are stored', (edited) => {
  for (const stored of [none, edited.changes, ...edited.versions.map((one) => one.changes)])
    expect(isStored(edited, toFormValues(edited, stored).value)).toBe(true);
});

test.prop([mail, fc.constantFrom('de.subject', 'en.subject', 'de.intro', 'en.intro')])(
  'a text that was typed but not saved is not stored',
  (edited, place) => {
    const { value } = toFormValues(edited, edited.changes);
    expect(isStored(edited, { ...value, [place]: 'Nur getippt' })).toBe(false);
  },
);

test.prop([mail])('only texts that differ from the file are sent', (edited) => {
  const sent = changesOf(edited, toFormValues(edited, edited.changes).value);
  expect(toFormValues(edited, sent)).toEqual(toFormValues(edited, edited.changes));
  expect(changesOf(edited, toFormValues(edited, none).value)).toEqual(none);
});
