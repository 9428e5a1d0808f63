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
          // The click of this press comes in the same task.
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
 * Resolves when no pointer is pressed. A press outside of a field takes its focus away; what is shown because of that
 * must not move the page before the release, or the click is lost.
 */
export function afterPress(): Promise<void> {
  return release ?? Promise.resolve();
}
