import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { confirmationForm, type FormDescription } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { readEuros } from '#back-office/kit/typed-euros.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { isSold } from '#core/rules/orders/order-states.ts';
import { addressForm } from './address-form.ts';
import { RefundAction } from './refund-dialog.tsx';
import { shipForm } from './ship-form.ts';
import type { OrderChange } from './use-order-change.ts';

type Action = 'ship' | 'deliver' | 'receive' | 'callOff' | 'refund' | 'address';

interface OrderActionsProps {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** Actions that the state of the order allows, each with a confirmation dialog. */
export function OrderActions({ order, change }: OrderActionsProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  // One id per parcel, so that a retry after a lost response does not create a second parcel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another parcel after one that was sent
  const parcelId = useMemo(() => crypto.randomUUID(), [order.id, order.parcels.length]);
  // A fully refunded order may still contain free goods to ship.
  const wasPaid = isSold(order.state);
  const hasPiecesLeft = order.lines.some((line) => line.quantity > line.refunded_quantity);
  const isAwaited = order.state === 'awaiting_payment';
  const isOpen = wasPaid && order.fulfilment === 'open';
  const isToShip = isOpen && order.lines.some(({ left_to_send }) => left_to_send > 0);
  const possible: Readonly<Record<Action, boolean>> = {
    ship: isToShip && change.may('orders.ship'),
    deliver: wasPaid && order.fulfilment === 'shipped' && change.may('orders.ship'),
    receive: isAwaited && change.may('orders.change'),
    callOff: isAwaited && change.may('orders.change'),
    refund: wasPaid && (order.state === 'paid' || hasPiecesLeft) && change.may('orders.refund'),
    address: isOpen && order.parcels.length === 0 && change.may('orders.change'),
  };
  const first = (Object.keys(possible) as Action[]).find((action) => possible[action]);
  const lookOf = (action: Action) => ({
    kind: action === first ? ('gold' as const) : ('outline' as const),
    onDone: () => change.showOutcome(t(`orderAction.${action}.done`)),
  });
  const params = { id: order.id };
  const offer = <Values extends FieldValues>(
    action: Exclude<Action, 'refund'>,
    text: string,
    form: FormDescription<Values, unknown>,
  ) =>
    possible[action] && (
      <RecordAction
        label={`orderAction.${action}.open`}
        title={t(`orderAction.${action}.title`)}
        text={text}
        form={form}
        {...lookOf(action)}
      />
    );

  return (
    <>
      {offer('ship', t('orderAction.ship.text'), shipForm(order, parcelId, t))}
      {offer(
        'deliver',
        t('orderAction.deliver.text'),
        confirmationForm('orderAction.deliver.submit', () =>
          call(orderActionEndpoints.deliverOperatorOrder, { params }),
        ),
      )}
      {offer(
        'receive',
        t('orderAction.receive.text', { amount: money(order.amount_due) }),
        receiveForm(params),
      )}
      {offer(
        'callOff',
        t('orderAction.callOff.text'),
        confirmationForm('orderAction.callOff.submit', () =>
          call(orderActionEndpoints.callOffOperatorTransfer, { params }),
        ),
      )}
      {possible.refund && <RefundAction order={order} {...lookOf('refund')} />}
      {order.shipping_address !== null &&
        offer('address', t('orderAction.address.text'), addressForm(order.id, order.shipping_address))}
    </>
  );
}

interface OrderParams {
  readonly id: string;
}

const receipt = z.object({ amount: z.string().check(z.refine((typed) => readEuros(typed) !== null)) });

/** Form for a received transfer. The amount is typed so that it can be compared with the expected one. */
function receiveForm(params: OrderParams): FormDescription<z.output<typeof receipt>, unknown> {
  return {
    schema: receipt,
    fields: [{ name: 'amount', label: 'orderAction.receive.amount', kind: 'text' }],
    submitLabel: 'orderAction.receive.submit',
    defaultValues: { amount: '' },
    send: ({ amount }) =>
      call(orderActionEndpoints.receiveOperatorTransfer, {
        params,
        body: { amount: readEuros(amount) ?? 0 },
      }),
  };
}
