import type { OperatorOrderRow } from '#api/orders/operator-order-models.ts';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import type { OrderState } from '#core/model/order.ts';
import type { FulfilmentState } from '#core/model/parcel.ts';

const stateTones: Readonly<Record<OrderState, Tone>> = {
  draft: 'quiet',
  verified: 'quiet',
  charging: 'waiting',
  unknown: 'bad',
  awaiting_action: 'waiting',
  processing: 'waiting',
  awaiting_payment: 'waiting',
  paid: 'good',
  expired: 'quiet',
  voided: 'quiet',
  refunded: 'quiet',
};

const shipmentTones: Readonly<Record<FulfilmentState, Tone>> = {
  none: 'quiet',
  open: 'waiting',
  shipped: 'good',
  delivered: 'good',
};

export function OrderStateTag({ state }: { readonly state: OrderState }) {
  const name = useNames();
  return <Tag tone={stateTones[state]}>{name('order', state)}</Tag>;
}

interface ShipmentTagProps {
  readonly fulfilment: FulfilmentState;
  /** Whether some of the parcels were shipped. */
  readonly isPart: boolean;
}

/** State of the shipment. Renders nothing for orders without goods. */
export function ShipmentTag({ fulfilment, isPart }: ShipmentTagProps) {
  const name = useNames();
  return fulfilment === 'none' ? null : (
    <Tag tone={shipmentTones[fulfilment]}>
      {name('shipment', fulfilment === 'open' && isPart ? 'part' : fulfilment)}
    </Tag>
  );
}

/** Name of the payment method, such as `Visa ··1111`. */
export function PaymentName({ payment }: { readonly payment: OperatorOrderRow['payment'] }) {
  const name = useNames();
  if (payment === null) return null;
  const kind = payment.label ?? name('payment', payment.brand ?? payment.kind);
  return payment.last_four === null ? kind : `${kind} ··${payment.last_four}`;
}
