import { leakingRequests } from './leak-address.ts';
import { processChanges } from './process-changes.ts';

interface Noticing {
  /** Titles of the cases that must notice a secret in the address of a request. */
  readonly addresses: readonly string[];
  /** Title of the case that must notice a changed process. */
  readonly unchanged: string;
}

/**
 * Defects that any adapter can have beside its work. `before` makes one that does something before a call, with a
 * secret of that call. `person` is one of the buyer.
 */
export function besideWork<Defect>(
  person: string,
  { addresses, unchanged }: Noticing,
  before: (
    name: string,
    act: (secret: string) => Promise<void> | void,
    noticedBy: readonly string[],
  ) => Defect,
): readonly Defect[] {
  return [
    ...Object.entries(leakingRequests(person)).map(([name, leak]) => before(name, leak, addresses)),
    ...Object.entries(processChanges()).map(([name, change]) => before(name, change, [unchanged])),
    before(
      'checks no certificates any more',
      (secret) => {
        process.env.MEISTERHAND_TEST_UNCHECKED = secret;
      },
      [unchanged],
    ),
  ];
}
