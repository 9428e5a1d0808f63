import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsPage } from '#back-office/catalogue/catalogue-page.tsx';
import { PictureField } from '#back-office/catalogue/picture-field.tsx';
import { MailTextPage } from '#back-office/mail/mail-text-page.tsx';
import type { EditedMailTexts } from '#core/model/mail-text.ts';
import type { OperatorRole } from '#core/model/operator.ts';
import { permissionsOf } from '#core/rules/operations/permissions.ts';
import { show, showScreen } from '#test/unit/back-office/support/show.tsx';

const mail: EditedMailTexts = {
  state: 'changed',
  ...{ id: 'shipped', changed_at: '2026-11-21T10:00:00Z', version: 1 },
  ...{ changes: { de: {}, en: {} }, faults: [] },
  lines: [{ key: 'subject', placeholders: [], file: { de: 'Unterwegs', en: 'On its way' } }],
  versions: [
    {
      ...{ number: 1, changes: { de: {}, en: {} }, is_published: true },
      ...{ saved_at: '2026-11-21T10:00:00Z', saved_by: null },
    },
  ],
};

beforeEach(() => vi.stubGlobal('sessionStorage', { getItem: () => null }));
afterEach(() => vi.unstubAllGlobals());

test('mail texts cannot be edited without permission to change the catalogue', async () => {
  const markupFor = (permissions: readonly string[]) =>
    showScreen({ id: 'mail', element: <MailTextPage />, loaded: mail, shell: { permissions } });
  const [reader, writer] = [
    await markupFor(['catalogue.read']),
    await markupFor(['catalogue.read', 'catalogue.change']),
  ];
  expect(reader).toMatch(/<fieldset[^>]* disabled=""/);
  expect(reader).toContain('Unterwegs');
  expect(reader).not.toMatch(/<button/);
  expect(writer).toMatch(/<fieldset(?![^>]* disabled)/);
  expect(writer).toContain('Fassung 1 in das Formular holen');
});

test('the list of texts offers shop data only to operators who may see them', async () => {
  const markupFor = (role: OperatorRole) =>
    showScreen({
      id: 'texts',
      element: <TextsPage />,
      loaded: { items: [], next: null, views: [] },
      shell: { permissions: permissionsOf(role) },
    });
  const [editor, owner] = [await markupFor('editor'), await markupFor('owner')];
  expect(owner).toContain('<option value="shop">');
  expect(editor).not.toContain('<option value="shop">');
  expect(editor).toContain('<option value="legal">');
});

test('a picture cannot be uploaded without permission to change the catalogue', async () => {
  const fieldFor = (canChange: boolean) =>
    show(
      <PictureField
        {...{ name: 'picture', path: 'picture', schema: {}, value: '', isOptional: false, alt: {} }}
        shape="1/1"
        languages={['de', 'en']}
        parts={{ canChange, options: {}, searchedFieldOf: () => null, faultAt: () => undefined, notes: {} }}
        onChange={() => undefined}
        onAlt={() => undefined}
      />,
    );
  expect(await fieldFor(true)).toMatch(/<button/);
  expect(await fieldFor(false)).not.toMatch(/<button/);
});
