/** Resolves when the browser has a connection again. */
export function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
  });
}

/** Loads the code of a part of a page. Without a connection it waits for one, while the page stays as it is. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((error) => {
    if (navigator.onLine) throw error;
    return backOnline().then(() => loadPart(load));
  });
