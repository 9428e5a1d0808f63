import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { confirmationForm, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { Refunds } from './order-entries.tsx';
import type { OrderChange } from './use-order-change.ts';

interface OrderRefundsProps {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** Refunds of the order. A refused refund can be requested again, or marked as paid by bank transfer. */
export function OrderRefunds({ order, change }: OrderRefundsProps) {
  const { t } = useTranslation('backOffice');
  const params = { id: order.id };

  const transfer = (key: string) =>
    change.change(
      `transfer ${key}`,
      () => call(orderActionEndpoints.sendOperatorTransfer, { params, body: { key } }),
      t('refund.transferred'),
    );

  return (
    <Refunds
      order={order}
      actionsOf={(refund) =>
        change.may('orders.refund') && (
          <>
            {refund.state === 'refused' && !refund.awaits_transfer && (
              <RetryAction order={order} change={change} refund={refund} />
            )}
            {(refund.state === 'refused' || refund.awaits_transfer) && (
              <Button
                kind="text"
                isLoading={change.running === `transfer ${refund.key}`}
                onClick={() => void transfer(refund.key)}
              >
                {t('refund.transfer')}
              </Button>
            )}
          </>
        )
      }
    />
  );
}

interface RetryActionProps extends OrderRefundsProps {
  readonly refund: OperatorOrder['refunds'][number];
}

/** Requests a refused refund again. For a disputed charge the operator has to confirm it. */
function RetryAction({ order, change, refund: { key, is_disputed } }: RetryActionProps) {
  const { t } = useTranslation('backOffice');
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);

  async function askAgain(despiteDispute: boolean) {
    const body = { key, despite_dispute: despiteDispute };
    const params = { id: order.id };
    const asked = await call(orderActionEndpoints.retryOperatorRefund, { params, body });
    // A dispute opened after the order was loaded is shown now, and the next click asks about it.
    if (!asked.ok && asked.error.code === 'CHARGE_DISPUTED') await change.reload();
    return asked;
  }
  const retry = () => change.change(`retry ${key}`, () => askAgain(false), t('refund.retried'));

  return (
    <>
      <Button
        kind="text"
        isLoading={change.running === `retry ${key}`}
        onClick={() => (is_disputed ? setAsking(true) : void retry())}
      >
        {t('refund.retry')}
      </Button>
      <Dialog isOpen={isAsking} onClose={close} title={t('refund.despiteDispute.title')}>
        <p>{t('refund.despiteDispute.text')}</p>
        <RecordForm
          form={confirmationForm('refund.despiteDispute.submit', () => askAgain(true))}
          onDone={() => {
            close();
            change.changed(t('refund.retried'));
          }}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}
