import { expect, test } from 'vitest';
import { PictureDialog } from '#back-office/catalogue/picture-dialog.tsx';
import type { Locale } from '#core/model/values.ts';
import { drawScreen } from '#test/unit/back-office/support/show.tsx';

const picture = {
  id: 'bild-0123456789abcdef',
  shape: '1/1',
  ...{ width: 900, height: 900 },
  ...{ crop: { left: 0, top: 0, right: 1000, bottom: 1000 }, focus: { x: 500, y: 500 } },
  uploaded_at: '2026-11-21T10:00:00Z',
} as const;

/** Submits the dialog with a German description. Returns the languages of its fields, and what was taken. */
async function take(languages: readonly Locale[]) {
  const taken: unknown[] = [];
  const texts = { de: ' Ein Pinsel ', en: '' };
  const element = (
    <PictureDialog
      {...{ picture, languages }}
      shape="1/1"
      alt={texts}
      onClose={() => undefined}
      onTaken={(...given) => void taken.push(given)}
    />
  );
  const { elements, find } = await drawScreen({ id: 'picture', element, loaded: null });
  await find('form').onSubmit?.({ preventDefault: () => undefined });
  const fields = elements.filter(({ type }) => type === 'input');
  return { languages: fields.flatMap(({ props }) => (props as { lang?: string }).lang ?? []), taken };
}

test('a picture needs a description in each language of its record, in a post only in German', async () => {
  const alt = { de: 'Ein Pinsel', en: '' };
  expect(await take(['de'])).toEqual({ languages: ['de'], taken: [[picture.id, alt]] });
  expect(await take(['de', 'en'])).toEqual({ languages: ['de', 'en'], taken: [] });
});
