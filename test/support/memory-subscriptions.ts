import type { OrderLine } from '#core/model/order.ts';
import type { CalendarDay } from '#core/model/primitives.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { addDays, calendarDay } from '#core/rules/calendar.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { dueDay, endOfContract, periodMonths, takesPaymentMethod } from '#core/rules/subscription.ts';
import type { Subscriptions } from '#ports/subscriptions.ts';
import type { Caller, MemoryHost, MemoryOrder } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** Nonces that the memory host's gateway keeps as a payment method; others are declined. */
const validNonce = 'fake-valid-nonce';

/** The contract that a line of a paid order began, in its first period. */
function begunContract(line: OrderLine, kind: keyof typeof periodMonths, kept: MemoryOrder): Subscription {
  const { order } = kept;
  const started_on = calendarDay(Date.parse(order.completed_at ?? order.created_at));
  const due = dueDay(started_on, periodMonths[kind], 1);
  const { id, slug, title, picture, price } = line;
  return {
    id: `${order.id}/${id}`,
    contract_code: `V${order.code}`,
    product: { id, kind, slug, title, picture },
    status: 'active',
    price,
    period_months: periodMonths[kind],
    renews: true,
    started_on,
    paid_from: started_on,
    paid_until: addDays(due, -1),
    next_charge: { day: due, amount: price },
    payment_method: order.payment_method,
    cancelled_at: null,
    ends_on: null,
    ended_at: null,
    on_cancel: null,
    can_resume: false,
  };
}

function endNow(contract: Subscription, today: CalendarDay) {
  return endOfContract({ ...contract, paid_periods: 1, is_past_due: contract.status === 'past_due' }, today);
}

/** Memberships and subscriptions that learners of a host in memory have bought. */
export function createMemorySubscriptions(host: MemoryHost, caller: Caller): Subscriptions {
  const today = () => calendarDay(host.clock.now());

  function shown(contract: Subscription): Subscription {
    return { ...contract, on_cancel: contract.status === 'active' ? endNow(contract, today()) : null };
  }

  function contractsOf(owner: string): readonly Subscription[] {
    const bought = [...host.orders.values()].filter(
      (kept) => kept.owner === owner && kept.order.completed_at !== null,
    );
    return bought
      .flatMap((kept) =>
        kept.order.products.flatMap((line) => {
          if (line.kind !== 'membership' && line.kind !== 'subscription') return [];
          const begun = begunContract(line, line.kind, kept);
          return [host.contracts.get(begun.id) ?? begun];
        }),
      )
      .toReversed();
  }

  function change(id: string, work: (contract: Subscription) => Result<Subscription, CallFailure>) {
    const user = callingUser(host, caller);
    if (user === null) return refuse('UNAUTHENTICATED', 401);
    const contract = contractsOf(user.learner.sub).find((one) => one.id === id);
    if (contract === undefined) return refuse('NOT_FOUND', 404);
    const changed = work(contract);
    if (changed.ok) host.contracts.set(id, changed.value);
    return changed.ok ? ok(shown(changed.value)) : changed;
  }

  return {
    async list({ number, size }) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const all = contractsOf(user.learner.sub).map(shown);
      return ok({ items: all.slice((number - 1) * size, number * size), number, size, total: all.length });
    },
    async cancel(id) {
      return change(id, (contract) => {
        if (contract.status !== 'active') return ok(contract);
        const { ends_on } = endNow(contract, today());
        const cancelled_at = new Date(host.clock.now()).toISOString();
        return ok({
          ...contract,
          status: 'cancelled',
          next_charge: null,
          cancelled_at,
          ends_on,
          can_resume: true,
        });
      });
    },
    async resume(id) {
      return change(id, (contract) => {
        if (contract.status === 'active') return ok(contract);
        const { paid_until, price } = contract;
        const next_charge = { day: addDays(paid_until, 1), amount: price };
        return ok({
          ...contract,
          status: 'active',
          next_charge,
          cancelled_at: null,
          ends_on: null,
          can_resume: false,
        });
      });
    },
    async startCardFields(id) {
      const found = change(id, (contract) =>
        takesPaymentMethod(contract) ? ok(contract) : refuse('NOTHING_TO_CHARGE', 409),
      );
      return found.ok ? ok({ client_token: 'memory-client-token', provider: 'sandbox' } as const) : found;
    },
    async changePaymentMethod(id, nonce) {
      return change(id, (contract) =>
        nonce === validNonce
          ? ok({ ...contract, payment_method: { kind: 'card', brand: 'visa', last_four: '1881' } })
          : refuse('PAYMENT_DECLINED', 402),
      );
    },
  };
}
