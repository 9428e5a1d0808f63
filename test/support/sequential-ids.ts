import type { Ids } from '#ports/ids.ts';

/** Ids that count up, so that a test can name them: `00000000-0000-4000-8000-000000000001` is the first. */
export function createSequentialIds(): Ids {
  let count = 0;
  return {
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    },
  };
}
