/** Marks what has to be written. The sentence says what to do; remove the call when it is done. */
export function notYet(task: string): never {
  throw new Error(`not yet: ${task}`);
}
