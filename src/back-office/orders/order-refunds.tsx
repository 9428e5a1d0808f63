import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { questionForm, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { Refunds } from './order-entries.tsx';
import type { OrderChange } from './use-order-change.ts';

interface OrderRefundsProps {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** The refunds of the order: one that was refused is asked for again, or was paid by a transfer. */
export function OrderRefunds({ order, change }: OrderRefundsProps) {
  const { t } = useTranslation('backOffice');
  /** The key of the refund for which it is asked whether it is meant despite a dispute. */
  const [disputed, setDisputed] = useState<string | null>(null);
  const params = { id: order.id };

  const transfer = (key: string) =>
    change.change(
      `transfer ${key}`,
      () => call(orderActionEndpoints.sendOperatorTransfer, { params, body: { key } }),
      t('refund.transferred'),
    );
  async function askAgain(key: string, despiteDispute: boolean) {
    const body = { key, ...(despiteDispute && { despite_dispute: true }) };
    const asked = await call(orderActionEndpoints.retryOperatorRefund, { params, body });
    // A dispute that has come since the order was loaded is shown, and the next press asks about it.
    if (!asked.ok && asked.error.code === 'CHARGE_DISPUTED') await change.reload();
    return asked;
  }
  const retry = (key: string) =>
    change.change(`retry ${key}`, () => askAgain(key, false), t('refund.retried'));

  return (
    <>
      <Refunds
        order={order}
        actionsOf={({ key, state, awaits_transfer, is_disputed }) =>
          change.may('orders.refund') && (
            <>
              {state === 'refused' && !awaits_transfer && (
                <Button
                  kind="text"
                  isLoading={change.running === `retry ${key}`}
                  onClick={() => (is_disputed ? setDisputed(key) : void retry(key))}
                >
                  {t('refund.retry')}
                </Button>
              )}
              {(state === 'refused' || awaits_transfer) && (
                <Button
                  kind="text"
                  isLoading={change.running === `transfer ${key}`}
                  onClick={() => void transfer(key)}
                >
                  {t('refund.transfer')}
                </Button>
              )}
            </>
          )
        }
      />
      <Dialog
        isOpen={disputed !== null}
        onClose={() => setDisputed(null)}
        title={t('refund.despiteDispute.title')}
      >
        <p>{t('refund.despiteDispute.text')}</p>
        <RecordForm
          form={questionForm('refund.despiteDispute.submit', () => askAgain(disputed ?? '', true))}
          onDone={() => {
            setDisputed(null);
            change.changed(t('refund.retried'));
          }}
          onCancel={() => setDisputed(null)}
        />
      </Dialog>
    </>
  );
}
