import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { orderActionEndpoints, shipment } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { Entries, Facts } from '#back-office/kit/records/record-page.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { carrierName } from '#core/rules/orders/parcel-tracking.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './order.module.css';
import { carrierOptions, typedTracking } from './ship-form.ts';
import type { OrderChange } from './use-order-change.ts';

const correction = z.object({ carrier: shipment.shape.carrier, tracking_code: typedTracking });

interface OrderParcelsProps {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** Shipped parcels, and the items still to be shipped. */
export function OrderParcels({ order, change }: OrderParcelsProps) {
  const { moment } = useFormats();
  const { t } = useTranslation('backOffice');
  const [open, setOpen] = useState<string | null>(null);
  // If somebody else has corrected the parcel, the form continues with its latest values.
  const corrected = order.parcels.find(({ id }) => id === open) ?? null;
  const close = () => setOpen(null);
  const mayCorrect = order.fulfilment !== 'delivered' && change.may('orders.ship');
  const left = order.fulfilment === 'open' ? order.lines.filter(({ left_to_send }) => left_to_send > 0) : [];
  const written = (pieces: readonly { readonly quantity: number; readonly title: string }[]) =>
    pieces.map(({ quantity, title }) => `${quantity} × ${title}`).join('\n');
  return (
    <div className={styles.parcels}>
      <Entries
        entries={order.parcels.map((parcel) => ({
          key: parcel.id,
          title: <span className={styles.address}>{written(parcel.lines)}</span>,
          detail: (
            <>
              {moment(parcel.sent_at)}
              {parcel.carrier !== null && ` · ${carrierName(parcel.carrier)}`}
              {parcel.tracking_code !== null && ' · '}
              {parcel.tracking_url === null ? (
                parcel.tracking_code
              ) : (
                <a href={parcel.tracking_url} target="_blank" rel="noreferrer">
                  {parcel.tracking_code}
                </a>
              )}
            </>
          ),
          end: mayCorrect ? (
            <Button kind="text" onClick={() => setOpen(parcel.id)}>
              {t('parcel.open')}
            </Button>
          ) : undefined,
        }))}
      />
      <Dialog isOpen={corrected !== null} onClose={close} title={t('parcel.title')}>
        <p>{t('parcel.text')}</p>
        {corrected !== null && (
          <RecordForm
            form={correctionForm(order.id, corrected)}
            onCancel={close}
            onDone={() => {
              close();
              change.changed(t('parcel.done'));
            }}
          />
        )}
      </Dialog>
      <Facts
        facts={[
          {
            label: 'order.leftToSend',
            value:
              left.length === 0 ? null : (
                <span className={styles.address}>
                  {written(left.map(({ title, left_to_send }) => ({ title, quantity: left_to_send })))}
                </span>
              ),
          },
          { label: 'order.delivered', value: order.delivered_at && moment(order.delivered_at) },
        ]}
      />
    </div>
  );
}

function correctionForm(
  id: string,
  { id: parcel_id, carrier, tracking_code }: OperatorOrder['parcels'][number],
): FormDescription<z.output<typeof correction>, unknown> {
  return {
    schema: correction,
    fields: [
      { name: 'carrier', label: 'order.carrier', kind: 'choice', options: carrierOptions },
      { name: 'tracking_code', label: 'order.tracking', kind: 'text' },
    ],
    submitLabel: 'parcel.submit',
    defaultValues: { carrier: carrier ?? 'dhl', tracking_code: tracking_code ?? '' },
    send: (typed) =>
      call(orderActionEndpoints.correctOperatorParcel, {
        params: { id, parcel_id },
        body: {
          carrier: typed.carrier,
          tracking_code: typed.tracking_code === '' ? null : typed.tracking_code,
          seen: { carrier, tracking_code },
        },
      }),
  };
}
