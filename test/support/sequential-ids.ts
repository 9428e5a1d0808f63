import type { Ids } from '#ports/ids.ts';

/**
 * Creates predictable ids for tests: the first is `00000000-0000-4000-8000-000000000001`, and each next one
 * is higher by 1.
 */
export function createSequentialIds(): Ids {
  let count = 0;
  return {
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    },
  };
}
