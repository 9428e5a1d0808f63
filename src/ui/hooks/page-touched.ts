/** What a person does with a page. A page that is only looked at needs nothing beyond its own code. */
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
 * Resolves when somebody first uses the page: pointer, touch, key, focus or scrolling. Code and data that only the next
 * step needs wait for it (docs/decisions/0007). One promise per document.
 */
export function pageTouched(): Promise<void> {
  known ??= new Promise((resolve) => {
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
