import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';

function Day({ of }: { readonly of: string }) {
  return useDateOfText()(of);
}

test.each([
  ['de', '2026-11-22T23:30:00.000Z', '23.\u00a0November 2026'],
  ['en', '2026-11-22T22:59:59.000Z', '22\u00a0November 2026'],
  ['de', '2026-06-30T22:00:00.000Z', '1.\u00a0Juli 2026'],
] as const)('the date of a time is the day in Berlin: %s %s', async (locale, instant, date) => {
  const i18n = createI18n(locale, await loadAllTexts(locale));
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <Day of={instant} />
    </I18nextProvider>,
  );
  expect(html).toBe(date);
});
