import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { openPageI18n } from '#ui/i18n/page-i18n.ts';
import { PageTexts } from '#ui/i18n/page-texts.tsx';
import { loadAllTexts } from '#ui/i18n/texts.ts';

function Menu() {
  return <p>{useTranslation('menu').t('register')}</p>;
}

/** Renders a page and returns the texts that are embedded in it. */
async function renderPage(locale: 'de' | 'en', change: (text: string) => string = (text) => text) {
  const i18n = createI18n(locale, await loadAllTexts(locale));
  i18n.addResource(locale, 'menu', 'register', change(i18n.t('menu:register')));
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <Menu />
      <PageTexts />
    </I18nextProvider>,
  );
  const json = /<script id="page-texts" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return { json, texts: JSON.parse(json) as Record<string, Record<string, unknown>> };
}

test('a page embeds the namespaces that it used, in its language only', async () => {
  const { texts, json } = await renderPage('en');
  expect(Object.keys(texts).sort()).toEqual(['base', 'menu']);
  expect(texts.menu?.register).toBe('Register');
  expect(json).not.toContain('Registrieren');
});

test('no text can close the element in which it is embedded', async () => {
  const { json, texts } = await renderPage('de', () => '</script><script>alert(1)</script>');
  expect(json).not.toContain('<');
  expect(texts.menu?.register).toBe('</script><script>alert(1)</script>');
});

test('pages share the loaded texts, but not the list of used namespaces', async () => {
  const [first, second, english] = [
    await openPageI18n('de'),
    await openPageI18n('de'),
    await openPageI18n('en'),
  ];
  const read = (i18n: typeof first, page: ReactNode) =>
    renderToString(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>);
  expect(read(first, [<Menu key="menu" />, <PageTexts key="texts" />])).toContain('"menu":');
  expect(read(second, <PageTexts />)).not.toContain('"menu":');
  expect(read(english, <Menu />)).toContain('Register<');
  expect(second.getResourceBundle('de', 'menu')).toBe(first.getResourceBundle('de', 'menu'));
});
