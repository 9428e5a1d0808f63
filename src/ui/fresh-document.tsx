import { useContext } from 'react';
import { DocumentNonceContext } from './page-scripts.tsx';

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
