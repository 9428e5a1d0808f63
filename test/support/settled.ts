/** Waits until all callbacks of settled promises have run. */
export const settled = () => new Promise<void>((resume) => setImmediate(resume));
