/**
 * What a call makes others bear: a mail to somebody's mailbox; a row that stays; a look-up of a secret; a call of a
 * payment provider; pieces that nobody else can buy; processor time; bytes of films.
 */
type Effort = 'mail' | 'row' | 'secret' | 'provider' | 'stock' | 'processor' | 'bytes';

/**
 * Whose effort is counted. `network`: an IPv4 address, or the first 64 bits of an IPv6 one; `site`: the first 48 bits of
 * an IPv6 address; `device`: one that was logged in before; `email`: the one that is named, often of a third person.
 */
type Subject = 'account' | 'cart' | 'device' | 'email' | 'network' | 'number' | 'order' | 'site';

/** How often something may happen. */
export interface Limit {
  readonly effort: Effort;
  /** All of them together are one count. */
  readonly by: readonly Subject[];
  readonly most: number;
  /** Length of the window in minutes; it begins with the first that is counted. */
  readonly minutes: number;
  /**
   * `calls`: every call, before its handler; a call that does not name the subject is not counted. `cases`: what the
   * service counts, such as failures, or mails that are really sent.
   */
  readonly counts: 'calls' | 'cases';
  /**
   * `database`: one count for all server processes. `memory`: one for each process, where only the work of that process
   * is protected, so that counting costs less than the work.
   */
  readonly kept: 'database' | 'memory';
}

type Numbers = Pick<Limit, 'by' | 'most' | 'minutes'>;

/** A limit of calls. */
export function calls<const N extends Numbers>(effort: Effort, numbers: N) {
  return { effort, ...numbers, counts: 'calls', kept: 'database' } as const;
}

/** A limit of what a service counts. */
export function cases<const N extends Numbers>(effort: Effort, numbers: N) {
  return { effort, ...numbers, counts: 'cases', kept: 'database' } as const;
}

/** A limit of calls that each process counts for itself. */
export function pace<const N extends Numbers>(numbers: N, effort: Effort = 'processor') {
  return { effort, ...numbers, counts: 'calls', kept: 'memory' } as const;
}
