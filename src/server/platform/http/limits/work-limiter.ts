import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { ServerClock, Timers } from '#ports/clock.ts';

/** Kinds of work, the most important first. */
export const workKinds = ['payment', 'session', 'shared_page', 'call', 'page', 'prefetch'] as const;

/**
 * `payment`: carts, codes, orders and payments; `session`: logins; `shared_page`: rendering a page that is cached;
 * `call`: any other API call; `page`: rendering a page for one visitor; `prefetch`: rendering a page in advance.
 */
export type WorkKind = (typeof workKinds)[number];

/** Maximum number of tasks of one kind that run at the same time. */
interface Slots {
  readonly usual: number;
  /** While payments or sessions are running. */
  readonly besideUrgent: number;
}

/** A refusal, because the work cannot be done in time. */
export interface Overload {
  readonly retryAfterSeconds: number;
}

/** Limits the work of a process, so that what is accepted is done in time (docs/behaviour/operations.md#overload). */
export interface WorkLimiter {
  /**
   * Runs the work at once or when a slot is free. If many wait, refuses it at once when it would wait longer than
   * `maxWaitMs`. Refuses it later when it has waited that long, or `shortQueueWaitMs` if few wait. Errors of the work
   * are thrown.
   */
  run<Value>(kind: WorkKind, work: () => Promise<Value>): Promise<Result<Value, Overload>>;
}

export interface WorkLimiterParts {
  readonly clock: ServerClock;
  readonly timers: Timers;
  readonly slots?: Readonly<Record<WorkKind, Slots>>;
}

/** Maximum wait of accepted work in milliseconds, when many tasks wait. */
export const maxWaitMs = 2_000;

/** While fewer tasks of a kind wait, a slow machine delays them and not their number, so a refusal would not help. */
export const shortQueueLength = 8;

/** Maximum wait in milliseconds, when few tasks wait. */
export const shortQueueWaitMs = 8_000;

/** Maximum number of waiting tasks of one kind. */
export const maxQueueLength = 1_000;

const urgentKinds: readonly WorkKind[] = ['payment', 'session'];

/**
 * Payments mostly wait for the gateway, so many run at once. Rendering uses the processor: more than a few at once slow
 * down each other and all payments.
 */
const usualSlots: Readonly<Record<WorkKind, Slots>> = {
  payment: { usual: 200, besideUrgent: 200 },
  session: { usual: 32, besideUrgent: 32 },
  shared_page: { usual: 2, besideUrgent: 1 },
  call: { usual: 40, besideUrgent: 8 },
  page: { usual: 4, besideUrgent: 1 },
  prefetch: { usual: 1, besideUrgent: 1 },
};

/** Weight of the newest duration in the mean. */
const newestShare = 1 / 8;
/** Assumed duration of a task in milliseconds, until one was measured. */
const firstGuess = 20;
/** `Retry-After` varies from 2 to 5 seconds, so that refused clients do not all come back at once. */
const retries = { from: 2, count: 4 } as const;

interface Queue {
  running: number;
  /** Mean duration of a task in milliseconds. */
  mean: number;
  /** Callbacks of the waiting tasks, in the order of arrival. */
  readonly waiting: Set<(isAdmitted: boolean) => void>;
}

/** Creates the limiter; there is one per process. */
export function createWorkLimiter({ clock, timers, slots = usualSlots }: WorkLimiterParts): WorkLimiter {
  const queues = Object.fromEntries(
    workKinds.map((kind): [WorkKind, Queue] => [kind, { running: 0, mean: firstGuess, waiting: new Set() }]),
  ) as Readonly<Record<WorkKind, Queue>>;
  let refused = 0;

  /** A prefetch has no slot while anything else waits. */
  function slotsOf(kind: WorkKind): number {
    const isWaiting = ([other, { waiting }]: [string, Queue]) => other !== 'prefetch' && waiting.size > 0;
    if (kind === 'prefetch' && Object.entries(queues).some(isWaiting)) return 0;
    const isBesideUrgent =
      !urgentKinds.includes(kind) && urgentKinds.some((urgent) => queues[urgent].running > 0);
    return isBesideUrgent ? slots[kind].besideUrgent : slots[kind].usual;
  }

  /** Work that gets a free slot counts as running from here on. */
  function enter(kind: WorkKind): boolean | Promise<boolean> {
    const queue = queues[kind];
    if (queue.running < slotsOf(kind)) {
      queue.running += 1;
      return true;
    }
    if (kind !== 'prefetch' && queue.waiting.size < shortQueueLength)
      return waitForTurn(queue, shortQueueWaitMs);
    const wait = ((queue.waiting.size + 1) * queue.mean) / slotsOf(kind);
    return wait <= maxWaitMs && queue.waiting.size < maxQueueLength && waitForTurn(queue, maxWaitMs);
  }

  function waitForTurn({ waiting }: Queue, longest: number): Promise<boolean> {
    return new Promise((resolve) => {
      const tell = (isAdmitted: boolean) => {
        waiting.delete(tell);
        cancel();
        resolve(isAdmitted);
      };
      waiting.add(tell);
      const cancel = timers.schedule(longest, () => {
        tell(false);
        // A prefetch may have waited for this.
        admitNext();
      });
    });
  }

  function admitNext(): void {
    for (const kind of workKinds) {
      const queue = queues[kind];
      for (const tell of queue.waiting) {
        if (queue.running >= slotsOf(kind)) break;
        queue.running += 1;
        tell(true);
      }
    }
  }

  return {
    async run(kind, work) {
      const entered = enter(kind);
      if (!(typeof entered === 'boolean' ? entered : await entered)) {
        refused += 1;
        return err({ retryAfterSeconds: retries.from + (refused % retries.count) });
      }
      const queue = queues[kind];
      const startedAt = clock.now();
      try {
        return ok(await work());
      } finally {
        queue.mean += (clock.now() - startedAt - queue.mean) * newestShare;
        queue.running -= 1;
        admitNext();
      }
    },
  };
}

/** For servers without limits, such as those of tests. */
export const unlimitedWork: WorkLimiter = {
  run: async (_kind, work) => ok(await work()),
};
