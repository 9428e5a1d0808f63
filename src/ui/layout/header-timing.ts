import { timings } from '#core/rules/content/layout.ts';

/**
 * Opens the checkout after a second. It replaces this page in the history, so that Back does not return here. Returns a
 * function that cancels this.
 */
export function openCheckoutLater(to: string): () => void {
  const going = setTimeout(() => window.location.replace(to), timings.cartLoginRedirect);
  return () => clearTimeout(going);
}

/**
 * Sets `--layout-padding` to the total height of the `parts`: after load, again after 2200 ms (when fonts have loaded),
 * and when a size changes. Returns a function that stops this.
 */
export function followLayoutPadding(parts: readonly HTMLElement[]): () => void {
  function measure(): void {
    const height = parts.reduce((sum, part) => sum + part.offsetHeight, 0);
    document.documentElement.style.setProperty('--layout-padding', `${height}px`);
  }
  // The observer measures first when the browser has laid out the page, which avoids a forced layout.
  const observer = new ResizeObserver(measure);
  for (const part of parts) observer.observe(part);
  const later = setTimeout(measure, timings.layoutPaddingRecalculation);
  window.addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    clearTimeout(later);
    window.removeEventListener('resize', measure);
  };
}
