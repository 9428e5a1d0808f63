import { leakingRequests } from './leak-address.ts';
import { processChanges } from './process-changes.ts';

interface Noticing {
  /** Titles of the cases that must notice a secret in a request URL. */
  readonly addresses: readonly string[];
  /** Title of the case that must notice a changed process. */
  readonly unchanged: string;
}

/**
 * Returns defects that any adapter can have: secrets in URLs and changes of the process. `before` makes a defect that
 * acts before a call, with a secret of that call. `person`: personal data of a buyer.
 */
export function sideEffects<Defect>(
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
      'sets an environment variable with each call',
      (secret) => {
        process.env.MEISTERHAND_TEST_UNCHECKED = secret;
      },
      [unchanged],
    ),
  ];
}
