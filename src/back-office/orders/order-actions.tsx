import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, questionForm, RecordForm } from '#back-office/kit/form-dialog.tsx';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { useOfferedActions } from '#back-office/kit/records/offered-actions.ts';
import { readEuros } from '#back-office/kit/typed-euros.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { isSold } from '#core/rules/orders/order-states.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { shipForm } from './ship-form.ts';
import type { OrderChange } from './use-order-change.ts';

type Action = 'ship' | 'deliver' | 'receive' | 'callOff' | 'refund';

interface OrderActionsProps {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** What can be done with the order now, each with a dialog that asks once. */
export function OrderActions({ order, change }: OrderActionsProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);
  // One id for one parcel: pressed again after a lost answer, it is the same parcel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another parcel after one that was sent
  const parcelId = useMemo(() => crypto.randomUUID(), [order.id, order.parcels.length]);
  const done = (text: TextKey) => {
    close();
    change.changed(t(text));
  };
  // One whose money is back may still have goods that cost nothing.
  const wasPaid = isSold(order.state);
  const hasPiecesLeft = order.lines.some((line) => line.quantity > line.refunded_quantity);
  const isAwaited = order.state === 'awaiting_payment';
  const possible: Readonly<Record<Action, boolean>> = {
    ship: wasPaid && order.fulfilment === 'open' && change.may('orders.ship'),
    deliver: wasPaid && order.fulfilment === 'shipped' && change.may('orders.ship'),
    receive: isAwaited && change.may('orders.change'),
    callOff: isAwaited && change.may('orders.change'),
    refund: wasPaid && (order.state === 'paid' || hasPiecesLeft) && change.may('orders.refund'),
  };
  const actions = (Object.keys(possible) as Action[]).filter((action) => possible[action]);
  useOfferedActions(
    actions.map((action) => ({ name: t(`orderAction.${action}.open`), run: () => setOpen(action) })),
  );
  const params = { id: order.id };
  const asked = <Values extends z.core.$ZodLooseShape>(
    action: Exclude<Action, 'refund'>,
    form: FormDescription<Values, unknown>,
    text?: ReactNode,
  ) => (
    <Dialog isOpen={open === action} onClose={close} title={t(`orderAction.${action}.title`)}>
      {text !== undefined && <p>{text}</p>}
      <RecordForm form={form} onDone={() => done(`orderAction.${action}.done`)} onCancel={close} />
    </Dialog>
  );

  return (
    <>
      {actions.map((action, place) => (
        <Button key={action} kind={place === 0 ? 'gold' : 'outline'} onClick={() => setOpen(action)}>
          {t(`orderAction.${action}.open`)}
        </Button>
      ))}
      {asked('ship', shipForm(order, parcelId, t), t('orderAction.ship.text'))}
      {asked(
        'deliver',
        questionForm('orderAction.deliver.submit', () =>
          call(orderActionEndpoints.deliverOperatorOrder, { params }),
        ),
        t('orderAction.deliver.text'),
      )}
      {asked(
        'receive',
        receiveForm(params),
        t('orderAction.receive.text', { amount: money(order.amount_due) }),
      )}
      {asked(
        'callOff',
        questionForm('orderAction.callOff.submit', () =>
          call(orderActionEndpoints.callOffOperatorTransfer, { params }),
        ),
        t('orderAction.callOff.text'),
      )}
      {open === 'refund' && (
        <RefundDialog order={order} onClose={close} onDone={() => done('orderAction.refund.done')} />
      )}
    </>
  );
}

interface OrderParams {
  readonly id: string;
}

const receipt = z.object({ amount: z.string().check(z.refine((typed) => readEuros(typed) !== null)) });

/** The amount that has come: typed, so that it is compared. */
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
