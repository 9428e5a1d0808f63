import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createOfflineCopy, partsOf } from '#app/offline/offline-copy.ts';
import { offlineDocument, titleOf } from '#app/offline/offline-page.ts';
import { runs } from '#test/run-length.ts';

describe('the offline page', () => {
  test.each(['de', 'en'] as const)('says in %s what does not work, and has no script', (locale) => {
    const document = offlineDocument({ locale, path: `/${locale}/checkout/shop`, pages: [] });
    expect(document).toContain(`<html lang="${locale}">`);
    expect(document).toMatch(locale === 'de' ? /Kasse/ : /checkout/);
    expect(document).not.toContain('<script');
    const nothing = locale === 'de' ? 'nichts abgebucht' : 'nothing has been charged';
    expect(document).toContain(nothing);
    // A shopper who returns from a bank may have paid.
    for (const page of ['return', 'complete']) {
      const path = `/${locale}/checkout/${page}/019346d0-0000-7000-8000-000000000002`;
      expect(offlineDocument({ locale, path, pages: [] })).not.toContain(nothing);
    }
  });

  test.prop([fc.string(), fc.stringMatching(/^[a-z0-9/<>"'&-]{1,20}$/)], { numRuns: runs(200) })(
    'lists the saved pages by their titles, whatever these contain',
    (title, path) => {
      const document = offlineDocument({
        locale: 'de',
        path: '/de',
        pages: [{ path: `/de/${path}`, title }],
      });
      expect(document.match(/<li>/g)).toHaveLength(1);
      expect(document.match(/<a /g)).toHaveLength(2);
      const written = offlineDocument({ locale: 'de', path: '/de', pages: [{ path: '/de', title }] });
      const [, shown = ''] = /<li><a href="\/de">([^<]*)<\/a>/.exec(written) ?? [];
      expect(titleOf(`<title>${shown}</title>`)).toBe(title.trim() || null);
    },
  );

  test('reads the title of a document', () => {
    expect(titleOf('<title data-x="1">Klavier &amp; Kontor</title>')).toBe('Klavier & Kontor');
    expect(titleOf('<p>')).toBeNull();
  });
});

describe('the copy of a page', () => {
  const policy =
    "default-src 'self'; script-src 'self' 'nonce-a'; style-src 'self' 'nonce-a'; connect-src 'self'; form-action 'self'";
  const copyOf = (text: string) =>
    createOfflineCopy({ text, policy, locale: 'de', at: Date.UTC(2026, 10, 22, 12) });

  test('has no scripts and no forms, and shows its date', () => {
    const copy = copyOf(
      '<head><link rel="modulepreload" href="/assets/e-B2.js"></head><body class="x"><script type="module" async="">import("/assets/e-B2.js")</script><h1>Zeichnen</h1><form action="/de/suche"><button>Suche</button></form><script nonce="a">start()</script></body>',
    );
    expect(copy.text).not.toMatch(/script|modulepreload|form|button/);
    expect(copy.text).toMatch(
      /<body class="x"><p role="status"[^>]*>[^<]*22\. November 2026[^<]*<\/p><h1>Zeichnen<\/h1>/,
    );
    expect(copy.policy).toBe(
      "default-src 'self'; style-src 'self' 'nonce-a'; script-src 'none'; connect-src 'none'; frame-src 'none'; form-action 'none'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation",
    );
  });

  test('has no fields of a form elsewhere in the page, and keeps plain details', () => {
    const { text } = copyOf(
      '<body><details><summary>Frage</summary>Antwort</details><form id="search"></form><label><span>Sortierung</span><select name="sort" form="search"><option>Neu</option></select></label><details class="x"><summary>Filter</summary><label><input type="checkbox" form="search">Musik</label><button form="search">Zeigen</button></details><p>Kurse</p>',
    );
    expect(text).toMatch(/<\/p><details><summary>Frage<\/summary>Antwort<\/details><p>Kurse<\/p>$/);
  });

  test('has one version of each picture, and lists its files and pictures', () => {
    const { text } = copyOf(
      '<link href="/assets/root-A1.css"><picture><source srcset="/pictures/a/320.avif 320w"><img src="/pictures/a/640.webp" srcset="/pictures/a/320.webp 320w"></picture>',
    );
    expect(text).not.toContain('320');
    expect(partsOf(text)).toEqual({ files: ['/assets/root-A1.css'], pictures: ['/pictures/a/640.webp'] });
  });

  test.prop(
    [fc.array(fc.constantFrom('<script>', '</script>', '<SCRIPT x>', 'a', '<b>', '</script >', '\n'))],
    { numRuns: runs(300) },
  )('has no complete script element, whatever the input', (parts) => {
    expect(copyOf(`<body>${parts.join('')}`).text).not.toMatch(/<script\b[^>]*>[\s\S]*<\/script\s*>/i);
  });
});
