/** Resolves when the browser has a connection again. */
export function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
  });
}

/** Loads the code of a part of a page. Without a connection it waits for one, while the page stays as it is. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await backOnline();
    return loadPart(load);
  }
}
