import type { Locale, Localized } from '#core/model/values.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import german from '#locales/de/offline.json' with { type: 'json' };
import english from '#locales/en/offline.json' with { type: 'json' };

export const offlineTexts: Localized<typeof german> = { de: german, en: english };

/** A page that can be read without a connection. */
export interface CachedPage {
  readonly path: string;
  readonly title: string;
}

interface OfflineDocument {
  readonly locale: Locale;
  /** Path of the requested page, which cannot be loaded. */
  readonly path: string;
  /** Newest first. */
  readonly pages: readonly CachedPage[];
}

/**
 * Styles of the offline page. The colours are the design tokens `--ink`, `--paper`, `--gold` and `--gold-light`; it
 * uses no other file of the shop.
 */
export const offlineStyle = `
:root { color-scheme: dark; --ink: #14110d; --paper: #f6f1e7; --gold: #ba8904; --gold-light: #e3b94f; }
body { margin: 0; background: var(--ink); color: var(--paper); font: 400 1.0625rem/1.6 "Inter Variable", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 4rem 1.25rem; }
img { display: block; width: 3rem; height: 3rem; }
h1 { margin: 1.5rem 0 1rem; font: 500 2.25rem/1.15 "Fraunces Variable", Georgia, serif; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.0625rem; font-weight: 600; }
ul { margin: 0; padding: 0; list-style: none; }
li a { display: flex; align-items: center; min-height: 2.75rem; color: var(--gold-light); }
.retry { display: inline-flex; align-items: center; min-height: 3rem; margin-top: 1rem; padding: 0 1.5rem; border-radius: 4px; background: var(--gold); color: var(--ink); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--gold-light); outline-offset: 3px; }
`;

/** Pages to which banks and providers send buyers back: the order may already be paid. */
const orderPages = /^\/checkout\/(?:return|complete)\//;

/** Returns the offline document for a page that is not cached. It has no scripts. */
export function offlineDocument({ locale, path, pages }: OfflineDocument): string {
  const text = offlineTexts[locale];
  const what = orderPages.test(routeOf(path)) ? text.order_under_way : text.needs_connection;
  const links = pages.map(
    (page) => `<li><a href="${escapeHtml(page.path)}">${escapeHtml(page.title)}</a></li>`,
  );
  const list =
    links.length === 0
      ? `<p>${escapeHtml(text.kept_none)}</p>`
      : `<h2>${escapeHtml(text.kept)}</h2>\n<ul>${links.join('\n')}</ul>`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(text.title)}</title>
<style>${offlineStyle}</style>
</head>
<body>
<main>
<img src="/favicon.svg" alt="">
<h1>${escapeHtml(text.title)}</h1>
<p>${escapeHtml(text.lead)} ${escapeHtml(what)}</p>
<a class="retry" href="">${escapeHtml(text.retry)}</a>
${list}
</main>
</body>
</html>
`;
}

/** Returns the title of a document as text; null if it has none. */
export function titleOf(document: string): string | null {
  const [, title] = /<title[^>]*>([^<]*)<\/title>/.exec(document) ?? [];
  return title === undefined ? null : readHtml(title).trim() || null;
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' } as const;

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign as keyof typeof entities]);
}

function readHtml(text: string): string {
  return Object.entries(entities)
    .reverse()
    .reduce((result, [sign, entity]) => result.replaceAll(entity, sign), text);
}
