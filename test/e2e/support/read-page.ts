import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';

/** The content of a page as rendered by the server, before any script runs. */
export interface RawPage {
  readonly status: number;
  readonly language: string;
  readonly title: string;
  /** `content` of the `meta` elements by `name` or `property`. */
  readonly meta: Readonly<Record<string, string>>;
  readonly canonicals: readonly string[];
  /** URLs of the page in other languages by `hreflang`. */
  readonly alternates: Readonly<Record<string, string>>;
  readonly headings: readonly string[];
  /** The text of the main element, with white space collapsed. */
  readonly text: string;
  /** All texts in the page's own language, without elements that are marked as another language. */
  readonly ownText: string;
  /** The `href` attributes of all links, as written. */
  readonly links: readonly string[];
  /** URLs of stylesheets, scripts, fonts, icons and pictures. */
  readonly files: readonly string[];
  /** The `id` attributes of all elements. */
  readonly ids: readonly string[];
  readonly structuredData: readonly Readonly<Record<string, unknown>>[];
}

/** Fetches a page without running its scripts. `parser` is an open browser page; only its HTML parser is used. */
export async function readPage(request: APIRequestContext, parser: Page, path: string): Promise<RawPage> {
  return parseResponse(parser, await request.get(path, { maxRedirects: 0 }));
}

/** Reads the content of a page from an API response. */
export async function parseResponse(parser: Page, response: APIResponse): Promise<RawPage> {
  return { status: response.status(), ...(await parser.evaluate(parsePage, await response.text())) };
}

/** Parses the HTML of a page. Runs in the browser, so it must not use anything from this module. */
function parsePage(html: string): Omit<RawPage, 'status'> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  const collapse = (text: string | null) => (text ?? '').replace(/[\s\u00ad]+/g, ' ').trim();
  const attributes = (selector: string, name: string) =>
    all(selector).map((element) => element.getAttribute(name) ?? '');
  const own = page.body.cloneNode(true) as HTMLElement;
  for (const part of own.querySelectorAll('script, style, template, [lang], [translate=no]')) {
    if (part.getAttribute('lang') !== page.documentElement.lang) part.remove();
  }
  const labels = [...own.querySelectorAll('[aria-label], [alt], [placeholder], [title]')].flatMap((part) =>
    ['aria-label', 'alt', 'placeholder', 'title'].map((name) => part.getAttribute(name) ?? ''),
  );
  const main = page.querySelector('main')?.cloneNode(true);
  if (main instanceof HTMLElement) for (const script of main.querySelectorAll('script')) script.remove();
  // Inserts a space between the words of neighbouring elements.
  for (const part of own.querySelectorAll('*')) part.append(' ');
  return {
    language: page.documentElement.lang,
    title: page.title,
    meta: Object.fromEntries(
      all('meta[content]').map((element) => [
        element.getAttribute('name') ?? element.getAttribute('property') ?? '',
        element.getAttribute('content') ?? '',
      ]),
    ),
    canonicals: attributes('link[rel=canonical]', 'href'),
    alternates: Object.fromEntries(
      all('link[rel=alternate][hreflang]').map((element) => [
        element.getAttribute('hreflang') ?? '',
        element.getAttribute('href') ?? '',
      ]),
    ),
    headings: all('h1').map((heading) => collapse(heading.textContent)),
    text: collapse(main?.textContent ?? ''),
    ownText: collapse([own.textContent, ...labels].join(' ')),
    links: attributes('a[href]', 'href'),
    files: [
      ...attributes('link[href]:not([rel=canonical], [rel=alternate])', 'href'),
      ...attributes('script[src], img[src]', 'src'),
    ],
    ids: attributes('[id]', 'id'),
    structuredData: all('script[type="application/ld+json"]').flatMap((block) =>
      JSON.parse(block.textContent ?? ''),
    ),
  };
}

/** Collapses white space as `readPage` does. */
const collapsed = (text: string) => text.replace(/[\s\u00ad]+/g, ' ').trim();

/** Expects that a page contains all texts, whatever their white space. */
export function expectTexts(raw: RawPage, texts: readonly string[]): void {
  for (const text of texts) expect(raw.text).toContain(collapsed(text));
}

/** Returns the structured data of a schema.org type in a page. */
export const markupOf = (raw: RawPage, type: string) =>
  raw.structuredData.filter((block) => block['@type'] === type);
