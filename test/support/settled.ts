/** Lets everything run that waits for promises which are settled. */
export const settled = () => new Promise<void>((resume) => setImmediate(resume));
