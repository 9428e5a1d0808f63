import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import type { Cents } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { carrierName } from '#core/rules/orders/parcel-tracking.ts';

/** An event of an order. `kind` and `name` are the server's names. */
export interface TimelineEvent {
  readonly at: string;
  readonly kind:
    | 'order'
    | 'parcel'
    | 'payment'
    | 'late'
    | 'dispute'
    | 'invoice'
    | 'refund'
    | 'mail'
    | 'code'
    | 'declaration'
    | 'change';
  readonly name: string;
  /** Additional information: a cause, a number, an address. */
  readonly detail: string | null;
  readonly amount: Cents | null;
}

/** Returns all events of an order, newest first. Of simultaneous events, the later kind comes first. */
export function timelineOf(order: OperatorOrder): readonly TimelineEvent[] {
  const events: readonly TimelineEvent[] = [
    ...order.events.map(({ at, to, cause }) => event(at, 'order', to, cause)),
    ...order.parcels.map(({ sent_at, carrier, tracking_code, lines }) =>
      event(
        sent_at,
        'parcel',
        lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', '),
        [carrier === null ? null : carrierName(carrier), tracking_code].filter(Boolean).join(' '),
      ),
    ),
    ...order.payments.map(({ started_at, settled_at, state, key, amount }) =>
      event(settled_at ?? started_at, 'payment', state, key, amount),
    ),
    ...order.late_payments.map(({ at, outcome, transaction_id, amount }) =>
      event(at, 'late', outcome, transaction_id, amount),
    ),
    ...order.disputes.map(({ at, kind, transaction_id, amount }) =>
      event(at, 'dispute', kind, transaction_id, amount),
    ),
    ...order.invoices.map(({ issued_at, kind, number }) => event(issued_at, 'invoice', kind, number)),
    ...order.refunds.flatMap(({ created_at, settled_at, state, key, amount, credit }) => {
      const sum = (amount + credit) as Cents;
      return [
        event(created_at, 'refund', 'decided', key, sum),
        ...(settled_at === null || settled_at === created_at
          ? []
          : [event(settled_at, 'refund', state, key, sum)]),
      ];
    }),
    ...order.mails.flatMap(({ sent_at, failed_at, template, recipient }) => {
      const at = sent_at ?? failed_at;
      return at === null ? [] : [event(at, 'mail', template, shownEmail(recipient))];
    }),
    ...order.codes.flatMap(({ code, redeemed_at, revoked_at }) => [
      ...(redeemed_at === null ? [] : [event(redeemed_at, 'code', 'redeemed', code)]),
      ...(revoked_at === null ? [] : [event(revoked_at, 'code', 'revoked', code)]),
    ]),
    ...order.declarations.map(({ received_at, kind, reference }) =>
      event(received_at, 'declaration', kind, reference),
    ),
    ...order.changes
      .filter(({ action }) => action === 'order.address_changed')
      .map(({ at, action, actor }) => event(at, 'change', action, actor)),
  ];
  return events
    .map((one, place) => ({ one, place }))
    .toSorted((a, b) => b.one.at.localeCompare(a.one.at) || b.place - a.place)
    .map(({ one }) => one);
}

function event(
  at: string,
  kind: TimelineEvent['kind'],
  name: string,
  detail: string | null,
  amount: Cents | null = null,
): TimelineEvent {
  return { at, kind, name, detail, amount };
}
