/** Events of a visitor who uses the page. Without them, no code but the page's own is loaded. */
const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'click',
  'keydown',
  'focusin',
  'scroll',
  'wheel',
  'input',
] as const;

let known: Promise<void> | null = null;

/**
 * Resolves when the page is first used: by pointer, touch, key, focus or scrolling, also before this code ran. Code and
 * data for later steps wait for it (docs/decisions/0007). One promise per document.
 */
export function firstInteraction(): Promise<void> {
  known ??= new Promise((resolve) => {
    if (scrollY > 0) {
      resolve();
      return;
    }
    const waiting = new AbortController();
    function end(): void {
      waiting.abort();
      resolve();
    }
    for (const sign of signs)
      addEventListener(sign, end, { capture: true, passive: true, signal: waiting.signal });
  });
  return known;
}
