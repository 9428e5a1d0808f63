import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  createWorkLimiter,
  maxQueueLength,
  maxWaitMs,
  shortQueueLength,
  shortQueueWaitMs,
  type WorkKind,
  workKinds,
} from '#server/platform/http/limits/work-limiter.ts';
import { createManualTime } from '#test/support/manual-time.ts';

const slots = {
  payment: { usual: 6, besideUrgent: 6 },
  session: { usual: 4, besideUrgent: 4 },
  shared_page: { usual: 2, besideUrgent: 1 },
  call: { usual: 5, besideUrgent: 2 },
  page: { usual: 3, besideUrgent: 1 },
  prefetch: { usual: 2, besideUrgent: 1 },
} as const;

type Outcome = 'under way' | 'done' | 'refused' | 'failed';

interface Piece {
  readonly kind: WorkKind;
  readonly queuedAt: number;
  /** Milliseconds. */
  readonly maxWait: number;
  startedAt: number | null;
  refusedAt: number | null;
  retryAfterSeconds: number | null;
  outcome: Outcome;
}

/** Opens a limiter on a manual clock, and records all work. */
function open() {
  const time = createManualTime(1_000_000);
  const limiter = createWorkLimiter({ clock: time.clock, timers: time.timers, slots });
  const pieces: Piece[] = [];
  const running = new Map<WorkKind, number>();
  const faults: string[] = [];
  const urgent = () => (running.get('payment') ?? 0) + (running.get('session') ?? 0);

  /** Requests work of `duration` milliseconds. */
  function ask(kind: WorkKind, duration: number, fails = false): Piece {
    const { clock, timers } = time;
    const waiting = pieces.filter(
      ({ kind: other, startedAt, outcome }) =>
        other === kind && startedAt === null && outcome === 'under way',
    );
    const isOneOfFew = kind !== 'prefetch' && waiting.length < shortQueueLength;
    const piece: Piece = {
      kind,
      queuedAt: clock.now(),
      maxWait: isOneOfFew ? shortQueueWaitMs : maxWaitMs,
      startedAt: null,
      refusedAt: null,
      retryAfterSeconds: null,
      outcome: 'under way',
    };
    pieces.push(piece);
    const work = () => {
      piece.startedAt = clock.now();
      const isUrgent = kind === 'payment' || kind === 'session';
      const limit = !isUrgent && urgent() > 0 ? slots[kind].besideUrgent : slots[kind].usual;
      const count = (running.get(kind) ?? 0) + 1;
      running.set(kind, count);
      if (count > limit) faults.push(`${count} of ${kind}`);
      return new Promise<void>((resolve, reject) => {
        timers.schedule(duration, () => {
          running.set(kind, (running.get(kind) ?? 0) - 1);
          if (fails) reject(new Error('broken'));
          else resolve();
        });
      });
    };
    limiter.run(kind, work).then(
      (result) => {
        piece.outcome = result.ok ? 'done' : 'refused';
        if (result.ok) return;
        piece.refusedAt = clock.now();
        piece.retryAfterSeconds = result.error.retryAfterSeconds;
      },
      () => {
        piece.outcome = 'failed';
      },
    );
    return piece;
  }

  /** Advances the clock in small steps, so that work begins as soon as it can. */
  async function advance(milliseconds: number) {
    for (let passed = 0; passed < milliseconds; passed += step) {
      time.advance(step);
      await settle();
    }
  }
  return { ask, advance, pieces, faults };
}

async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** Milliseconds; time passes in these steps. */
const step = 5;
const steps = (count: number) => count * step;

const arrivals = fc.array(
  fc.record({
    kind: fc.constantFrom(...workKinds),
    count: fc.integer({ min: 1, max: 30 }),
    duration: fc.integer({ min: 1, max: 180 }).map(steps),
    fails: fc.boolean(),
    pause: fc.integer({ min: 0, max: 120 }).map(steps),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('limited work', () => {
  property.prop([arrivals])(
    'never exceeds its slots, begins in order and in time or is refused, and frees all slots',
    async (waves) => {
      const shop = open();
      for (const { kind, count, duration, fails, pause } of waves) {
        for (let index = 0; index < count; index += 1) shop.ask(kind, duration, fails);
        await settle();
        await shop.advance(pause);
      }
      const isAtWork = () => shop.pieces.some(({ outcome }) => outcome === 'under way');
      for (let passed = 0; isAtWork() && passed <= shortQueueWaitMs; passed += 500) await shop.advance(500);
      expect(shop.faults).toEqual([]);
      for (const { queuedAt, maxWait, startedAt, refusedAt, outcome } of shop.pieces) {
        expect(outcome).not.toBe('under way');
        expect((startedAt ?? refusedAt ?? Number.POSITIVE_INFINITY) - queuedAt).toBeLessThanOrEqual(maxWait);
        expect(startedAt === null).toBe(outcome === 'refused');
      }
      for (const kind of workKinds) {
        const begun = shop.pieces.flatMap((piece) =>
          piece.kind === kind && piece.startedAt !== null ? [piece.startedAt] : [],
        );
        expect(begun).toEqual(begun.toSorted((one, other) => one - other));
      }
      // Whatever came before, an idle limiter starts work of every kind at once.
      const later = workKinds.map((kind) => shop.ask(kind, 1));
      await settle();
      expect(later.filter(({ startedAt }) => startedAt === null)).toEqual([]);
    },
  );

  property.prop([
    fc.array(fc.constantFrom<WorkKind>('shared_page', 'call', 'page'), { minLength: 200, maxLength: 300 }),
    fc.constantFrom<WorkKind>('payment', 'session'),
  ])('begins at once for payments and logins, however much else waits', async (flood, urgent) => {
    const shop = open();
    for (const kind of flood) shop.ask(kind, 400);
    await settle();
    const piece = shop.ask(urgent, 50);
    await settle();
    expect(piece).toMatchObject({ startedAt: piece.queuedAt });
  });

  test('is refused at once if it cannot be done in two seconds, and accepted again later', async () => {
    const shop = open();
    for (let warm = 0; warm < 30; warm += 1) {
      shop.ask('page', 100);
      await shop.advance(100);
    }
    // Three at a time, 100 ms each: about sixty are done in two seconds.
    const flood = Array.from({ length: 500 }, () => shop.ask('page', 100));
    await settle();
    const refused = flood.filter(({ outcome }) => outcome === 'refused');
    expect(flood.length - refused.length).toBeGreaterThan(55);
    expect(flood.length - refused.length).toBeLessThan(70);
    expect(flood.findIndex(({ outcome }) => outcome === 'refused')).toBe(flood.length - refused.length);
    expect(new Set(refused.map(({ retryAfterSeconds }) => retryAfterSeconds))).toEqual(new Set([2, 3, 4, 5]));
    await shop.advance(2_500);
    expect(flood.filter(({ outcome }) => outcome === 'done').length).toBeGreaterThan(55);
    const after = shop.ask('page', 100);
    await settle();
    expect(after.startedAt).toBe(after.queuedAt);
  });

  test('waits for work that never ends: eight seconds in a short queue, else two', async () => {
    const shop = open();
    for (let index = 0; index < slots.page.usual; index += 1) shop.ask('page', 1_000_000);
    const few = Array.from({ length: shortQueueLength }, () => shop.ask('page', 10));
    const late = shop.ask('page', 10);
    await shop.advance(maxWaitMs);
    expect(late).toMatchObject({ outcome: 'refused', startedAt: null });
    expect(few.filter(({ outcome }) => outcome === 'under way')).toEqual(few);
    await shop.advance(shortQueueWaitMs - maxWaitMs);
    expect(few.filter(({ outcome }) => outcome === 'refused')).toEqual(few);
  });

  test('is not refused for a few visitors, however slow the machine', async () => {
    const shop = open();
    const [first, second] = [shop.ask('shared_page', 3_500), shop.ask('shared_page', 3_500)];
    await shop.advance(3_500);
    const next = Array.from({ length: 4 }, () => shop.ask('shared_page', 3_500));
    await shop.advance(7_500);
    expect([first, second, ...next].map(({ outcome }) => outcome)).toEqual(Array(6).fill('done'));
  });

  test('is refused if the queue is full, even if the work is fast', async () => {
    const shop = open();
    for (let warm = 0; warm < 60; warm += 1) {
      shop.ask('call', 0);
      await shop.advance(step);
    }
    const flood = Array.from({ length: maxQueueLength + 100 }, () => shop.ask('call', 0));
    await settle();
    expect(flood.filter(({ outcome }) => outcome === 'refused')).toHaveLength(100 - slots.call.usual);
  });
});
