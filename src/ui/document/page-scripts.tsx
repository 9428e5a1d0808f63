import { createContext, useContext, useEffect } from 'react';
import { Scripts } from 'react-router';

/** The nonce of the document that is being rendered; browsers hide it from scripts, so there it is not known. */
export const DocumentNonceContext = createContext<string | undefined>(undefined);

const elementId = 'page-scripts';

/** The longest that scripts wait for the first picture, in milliseconds. */
const longestWait = 1_500;

/**
 * The page's scripts, asked for when the page and its first picture have been painted: on a slow line they would take the
 * room of what there is to see (docs/decisions/0007). They stand in an element whose content browsers with JavaScript do
 * not look into, and a few lines take them out of it when their time has come.
 */
export function PageScripts() {
  const nonce = useContext(DocumentNonceContext);
  useEffect(() => {
    // Says to whoever drives the page from outside, such as a test, that it works now.
    document.documentElement.dataset.works = '';
  }, []);
  return (
    <>
      <noscript id={elementId}>
        <Scripts />
      </noscript>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the function below, and two constants
        dangerouslySetInnerHTML={{ __html: `(${startWhenPainted})("${elementId}", ${longestWait})` }}
      />
    </>
  );
}

/** Runs in the page as text, so it can use nothing but its parameters and the browser. */
function startWhenPainted(id: string, wait: number): void {
  const nonce = document.currentScript?.nonce ?? '';
  const source = document.createElement('template');
  source.innerHTML = document.getElementById(id)?.textContent ?? '';
  const elements = [...source.content.children];
  // What the router is told of the page comes with it, in parts; only the modules are fetched, and can wait.
  const fetched = elements.filter((element) => element.tagName === 'LINK' || element.hasAttribute('type'));
  for (const element of elements) if (!fetched.includes(element)) bringToLife(element);
  let hasBegun = false;

  function bringToLife(element: Element): void {
    const living = document.createElement(element.tagName);
    for (const { name, value } of element.attributes) living.setAttribute(name, value);
    living.nonce = nonce;
    living.textContent = element.textContent;
    document.head.append(living);
  }

  function begin(): void {
    if (hasBegun) return;
    hasBegun = true;
    for (const element of fetched) bringToLife(element);
  }

  /** Frames are drawn after their time: the browser says itself when something has been seen. */
  function beginWhenSeen(): void {
    new PerformanceObserver((seen, watching) => {
      if (seen.getEntriesByName('first-contentful-paint').length === 0) return;
      watching.disconnect();
      setTimeout(begin);
    }).observe({ type: 'paint', buffered: true });
  }

  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (picture === null || picture.complete) beginWhenSeen();
  else for (const event of ['load', 'error']) picture.addEventListener(event, beginWhenSeen);
  // A tab in the background paints nothing.
  setTimeout(begin, wait);
}

/**
 * Marks a document that begins at its top, before anything of it is laid out: sections that stand far below wait there
 * until the page works (`styles/layout.module.css`). One that is reloaded, gone back to or entered in its middle has to
 * have its whole length at once, and is not marked.
 */
export function FreshDocumentMark() {
  const nonce = useContext(DocumentNonceContext);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the function below
      dangerouslySetInnerHTML={{ __html: `(${markFreshDocument})()` }}
    />
  );
}

/** Runs in the page as text, so it can use nothing but the browser. */
function markFreshDocument(): void {
  const [visit] = performance.getEntriesByType('navigation');
  if (location.hash === '' && visit instanceof PerformanceNavigationTiming && visit.type === 'navigate') {
    document.documentElement.dataset.fresh = '';
  }
}
