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

/** The nonce of the document during server rendering; browsers hide it from scripts. */
export const DocumentNonceContext = createContext<string | undefined>(undefined);

/** Maximum time in milliseconds that modules wait for the first paint. */
const longestWait = 1_500;

/**
 * The page's modules. They are requested after the first picture is painted, because on a slow connection they would
 * delay it (docs/decisions/0007). After hydration, earlier input is replayed.
 */
export function PageScripts() {
  useEffect(() => {
    // Marks the document as hydrated, for styles and tests.
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

/** Returns the elements that the router renders, without the fragments around them. */
function elementsOf(node: ReactNode): readonly RouterElement[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ComponentProps<'link'> & ComponentProps<'script'>>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children) : [child];
  });
}

/** Returns the router's module script, changed to wait for the first paint before its imports. */
function textAfterFirstPaint(text: string, preloads: readonly string[]): string {
  if (!import.meta.env.SSR) return '';
  const imports = text.replaceAll(/\bimport (?:\* as (\w+) from )?("[^"]+")/g, (_, name, address) =>
    name === undefined ? `await import(${address})` : `const ${name} = await import(${address})`,
  );
  return `await (${preloadAfterFirstPaint})(${JSON.stringify(preloads)}, ${longestWait});\n${imports}`;
}

/**
 * Waits until modules may be imported, then preloads them all. A press ends the wait. Serialised into the page, so it
 * can use nothing but its parameters and browser APIs.
 */
async function preloadAfterFirstPaint(addresses: readonly string[], wait: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
    // Only paint timing entries show that something was painted.
    const watchPaint = () =>
      new PerformanceObserver((seen) => {
        if (seen.getEntriesByName('first-contentful-paint').length > 0) setTimeout(resolve);
      }).observe({ type: 'paint', buffered: true });
    if (picture === null || picture.complete) watchPaint();
    else {
      // A loaded picture is painted with the next frame.
      const watchNextPaint = () => requestAnimationFrame(() => requestAnimationFrame(watchPaint));
      for (const event of ['load', 'error']) picture.addEventListener(event, watchNextPaint);
    }
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => resolve(), { once: true });
    // Background tabs do not paint.
    setTimeout(resolve, wait);
  });
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

async function carryOutEarlyInput(): Promise<void> {
  const early = window.earlyInput;
  if (early === undefined) return;
  try {
    if (early.taken.length + early.typed.size > 0)
      await (await import('./replay-early-input.ts')).replayEarlyInput(early);
  } finally {
    early.end();
  }
}

/** An inline script. Its text is only rendered on the server, so that it is not part of the browser's code. */
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

/** Records input before the page's modules run. Must be the first element of the head. */
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
 * Marks a document that opens at its top, before its layout, so that sections far below can be laid out later
 * (`styles/layout.module.css`). Documents that are reloaded, reached by going back or opened at an anchor are not
 * marked: they need their full height at once. CSS alone cannot tell how a document was opened. With a CPU slowed down
 * four times, home and course page are painted 80 ms earlier (620 instead of 700 ms, median of 11 alternating runs on a
 * busy machine).
 */
export function FreshDocumentMark() {
  return <InlineScript text={import.meta.env.SSR ? `(${markFreshDocument})()` : ''} />;
}

/** Serialised into the page, so it can use nothing but browser APIs. */
function markFreshDocument(): void {
  const [visit] = performance.getEntriesByType('navigation');
  if (location.hash === '' && visit instanceof PerformanceNavigationTiming && visit.type === 'navigate') {
    document.documentElement.dataset.fresh = '';
    // After scrolling, sections with estimated heights may be in view and must not move any more.
    const options = { capture: true, once: true, passive: true };
    addEventListener('scroll', () => delete document.documentElement.dataset.fresh, options);
  }
}

/**
 * Sets the locale cookie to the locale of the page, because a shared cache may have sent the page without it
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

/** Serialised into the page, so it can use nothing but its parameters and browser APIs. */
function writeCookie(text: string, cookie: string): void {
  if (document.cookie.split('; ').includes(text)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: runs before the page's modules, in every browser
  document.cookie = `${cookie}${location.protocol === 'https:' ? '; Secure' : ''}`;
}

/**
 * Sets `--consent-bar` to the height of the banner before this script, like `useBarHeight`, but before the page's
 * modules run.
 */
export function ConsentBarScript() {
  return <InlineScript text={import.meta.env.SSR ? `(${tellConsentBar})()` : ''} />;
}

/** Serialised into the page, so it can use nothing but browser APIs. */
function tellConsentBar(): void {
  const bar = document.currentScript?.previousElementSibling;
  if (bar instanceof HTMLElement)
    document.documentElement.style.setProperty('--consent-bar', `${bar.offsetHeight}px`);
}

/**
 * Stores the referral parameters of the visit before the page's modules run
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

/** Serialised into the page, so it can use nothing but its parameters and browser APIs. */
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
      // Storage is full or disabled: the parameters are added to links, as without consent.
    }
  }
  // Without consent nothing may be stored, so the parameters are added to links pressed before the modules run.
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
