import {
  Children,
  type ComponentProps,
  cloneElement,
  createContext,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
} from 'react';
import { Scripts } from 'react-router';
import { localeCookie, localeCookieSeconds } from '#core/rules/basics/locale.ts';
import { arrivalKey, attributionNames } from '#core/rules/tracking/attribution-names.ts';
import {
  consentCookie,
  consentCookieSeconds,
  everyPurpose,
  noPurpose,
  serialiseConsent,
} from '#core/rules/tracking/consent.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { type EarlyConsent, recordEarlyInput } from './early-input.ts';

/** The nonce of the document, while it is rendered on the server; browsers do not reveal it to scripts. */
export const DocumentNonceContext = createContext<string | undefined>(undefined);

/** Modules are requested after the first paint, at the latest after this many milliseconds. */
const longestWait = 1_500;

/**
 * The page's modules, which are requested after the first picture is painted, because on a slow line they would delay
 * it (docs/decisions/0007). When they have made the page work, what the visitor did before is carried out.
 */
export function PageScripts() {
  useEffect(() => {
    // Tells styles and tests that the page works.
    document.documentElement.dataset.works = '';
    void carryOutEarlyInput();
  }, []);
  const elements = elementsOf(Scripts({}));
  const preloads = elements.flatMap(({ type, props }) => (type === 'link' ? [props.href ?? ''] : []));
  return elements
    .filter(({ type }) => type !== 'link')
    .map((script) => {
      const text = script.props.dangerouslySetInnerHTML?.__html ?? '';
      const __html = script.props.type === 'module' ? textAfterFirstPaint(String(text), preloads) : text;
      return cloneElement(script, { dangerouslySetInnerHTML: { __html } });
    });
}

type RouterElement = ReactElement<ComponentProps<'link'> & ComponentProps<'script'>>;

/** The elements that the router renders, without the fragments around them. */
function elementsOf(node: ReactNode): readonly RouterElement[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ComponentProps<'link'> & ComponentProps<'script'>>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children) : [child];
  });
}

/** The router's module script, which waits for the first paint before it imports anything. */
function textAfterFirstPaint(text: string, preloads: readonly string[]): string {
  if (!import.meta.env.SSR) return '';
  const imports = text.replaceAll(/\bimport (?:\* as (\w+) from )?("[^"]+")/g, (_, name, address) =>
    name === undefined ? `await import(${address})` : `const ${name} = await import(${address})`,
  );
  return `await (${preloadAfterFirstPaint})(${JSON.stringify(preloads)}, ${longestWait});\n${imports}`;
}

/**
 * Resolves when the modules may be imported, and preloads them all. A press needs them at once. Serialised into the
 * page, so it can use nothing but its parameters and the browser.
 */
async function preloadAfterFirstPaint(addresses: readonly string[], wait: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
    // Only paint timing entries report that something was painted.
    const watchPaint = () =>
      new PerformanceObserver((seen) => {
        if (seen.getEntriesByName('first-contentful-paint').length > 0) setTimeout(resolve);
      }).observe({ type: 'paint', buffered: true });
    if (picture === null || picture.complete) watchPaint();
    else {
      // A picture that has loaded is painted with the next frame.
      const watchNextPaint = () => requestAnimationFrame(() => requestAnimationFrame(watchPaint));
      for (const event of ['load', 'error']) picture.addEventListener(event, watchNextPaint);
    }
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => resolve(), { once: true });
    // A tab in the background does not paint.
    setTimeout(resolve, wait);
  });
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

async function carryOutEarlyInput(): Promise<void> {
  const early = window.earlyInput;
  if (early === undefined) return;
  if (early.taken.length + early.typed.size === 0) return early.end();
  try {
    const { replayEarlyInput } = await import('./replay-early-input.ts');
    await replayEarlyInput(early);
  } finally {
    early.end();
  }
}

/** A script of the document. Its text is rendered by the server only, so that it is no part of the browser's code. */
export function InlineScript({ text }: { readonly text: string }) {
  const nonce = useContext(DocumentNonceContext);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: functions of this project, and constants
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

/** Records what a visitor does before the page's modules run; first in the head, so that nothing comes before it. */
export function EarlyInputScript() {
  return <InlineScript text={import.meta.env.SSR ? `(${recordEarlyInput})(${earlyConsent()})` : ''} />;
}

function earlyConsent(): string {
  const texts = {
    all: serialiseConsent(everyPurpose, '', 0),
    none: serialiseConsent(noPurpose, '', 0),
  };
  return JSON.stringify({
    cookie: consentCookie,
    seconds: consentCookieSeconds,
    texts,
  } satisfies EarlyConsent);
}

/**
 * Marks a document that is shown from its top, before its layout, so that sections far below are laid out later
 * (`styles/layout.module.css`). A document that is reloaded, reached by going back or opened at an anchor needs its
 * full height at once and is not marked; styles alone do not know how a document was opened. On a phone four times
 * slower home and course page are painted 80 ms earlier (620 instead of 700 ms, median of 11 in turns, on a busy
 * machine).
 */
export function FreshDocumentMark() {
  return <InlineScript text={import.meta.env.SSR ? `(${markFreshDocument})()` : ''} />;
}

/** Serialised into the page, so it can use nothing but the browser. */
function markFreshDocument(): void {
  const [visit] = performance.getEntriesByType('navigation');
  if (location.hash === '' && visit instanceof PerformanceNavigationTiming && visit.type === 'navigate') {
    document.documentElement.dataset.fresh = '';
    // Who scrolls may see what stands below the guessed heights, which must not move any more.
    const options = { capture: true, once: true, passive: true };
    addEventListener('scroll', () => delete document.documentElement.dataset.fresh, options);
  }
}

/**
 * Sets the locale cookie to the locale of the page, for pages that a shared cache may have answered
 * (docs/behaviour/navigation-and-layout.md#locale-cookie).
 */
export function LocaleCookieScript() {
  return <InlineScript text={localeScript(useLocale())} />;
}

function localeScript(locale: string): string {
  if (!import.meta.env.SSR) return '';
  const text = `${localeCookie}=${locale}`;
  return `(${writeCookie})('${text}','${text}; Max-Age=${localeCookieSeconds}; Path=/; SameSite=Lax')`;
}

/** Serialised into the page, so it can use nothing but its parameters and the browser. */
function writeCookie(text: string, cookie: string): void {
  if (document.cookie.split('; ').includes(text)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: runs before the page's modules, and everywhere
  document.cookie = `${cookie}${location.protocol === 'https:' ? '; Secure' : ''}`;
}

/** Tells the height of the banner before this script as `useBarHeight` does, long before the page's modules run. */
export function ConsentBarScript() {
  return <InlineScript text={import.meta.env.SSR ? `(${tellConsentBar})()` : ''} />;
}

/** Serialised into the page, so it can use nothing but the browser. */
function tellConsentBar(): void {
  const bar = document.currentScript?.previousElementSibling;
  if (bar instanceof HTMLElement)
    document.documentElement.style.setProperty('--consent-bar', `${bar.offsetHeight}px`);
}

/**
 * Keeps how the visitor came to the shop from the first moment of the page, long before its modules run
 * (docs/behaviour/tracking.md#kept-from-the-first-moment).
 */
export function ArrivalScript() {
  return <InlineScript text={arrivalScript(useShop().initialState.consent.marketing)} />;
}

function arrivalScript(mayStore: boolean): string {
  if (!import.meta.env.SSR) return '';
  const given = [attributionNames, arrivalKey, mayStore].map((value) => JSON.stringify(value));
  return `(${keepArrival})(${given.join()})`;
}

/** Serialised into the page, so it can use nothing but its parameters and the browser. */
function keepArrival(names: readonly string[], key: string, mayStore: boolean): void {
  const isKept = ([name, value]: string[]) =>
    names.includes(name ?? '') && !(name === 'ref' && value === 'cart');
  const given = [...new URLSearchParams(location.search)].filter(isKept);
  if (given.length === 0) return;
  if (mayStore) {
    const query = new URLSearchParams(given).toString();
    try {
      sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, query, at: Date.now() }));
      return;
    } catch {
      // Storage is full or switched off: links carry the parameters, as without consent.
    }
  }
  // Without consent nothing may be stored. A link that is pressed before the modules run carries the parameters on.
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link === null || link.origin !== location.origin || 'works' in document.documentElement.dataset)
        return;
      const address = new URL(link.href);
      for (const [name = '', value = ''] of given)
        if (!address.searchParams.has(name)) address.searchParams.set(name, value);
      link.href = address.href;
    },
    true,
  );
}
