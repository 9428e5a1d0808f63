let release: Promise<void> | null = null;

if (typeof window !== 'undefined') {
  addEventListener(
    'pointerdown',
    () => {
      release ??= new Promise((resolve) => {
        const waiting = new AbortController();
        function end(): void {
          waiting.abort();
          release = null;
          // The click event of this press is dispatched in the same task.
          setTimeout(resolve);
        }
        for (const name of ['pointerup', 'pointercancel', 'dragend'])
          addEventListener(name, end, { capture: true, signal: waiting.signal });
      });
    },
    { capture: true },
  );
}

/**
 * Resolves when no pointer is pressed. A press outside of a field removes its focus. An error shown on blur must not
 * move the page before the pointer is released, or the click would be lost.
 */
export function afterPress(): Promise<void> {
  return release ?? Promise.resolve();
}
