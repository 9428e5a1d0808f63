import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { orderBulkEndpoints, type Sending } from '#api/operations/order-bulk-endpoints.ts';
import type { OperatorOrderRow } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { saveFile } from '#back-office/kit/files/save-file.ts';
import { useDownload } from '#back-office/kit/files/use-download.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { type Carrier, carriers } from '#core/model/parcel.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Select, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './order.module.css';
import { carrierOptions, typedTracking } from './ship-form.ts';

type BulkAction = 'ship' | 'slips';

/** Bulk actions for orders. Each action first shows which orders it applies to, and why not to the others. */
export function OrderBulk({ chosen }: { readonly chosen: readonly OperatorOrderRow[] }) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { run, running, notice } = useAction();
  const [open, setOpen] = useState<{
    readonly action: BulkAction;
    readonly orders: readonly Sending[];
  } | null>(null);

  const ask = (action: BulkAction) =>
    run(
      action,
      () => call(orderBulkEndpoints.previewSending, { body: { order_ids: chosen.map(({ id }) => id) } }),
      (orders) => {
        setOpen({ action, orders });
        return '';
      },
    );

  return (
    <>
      {chosen.length > 0 && permissions.includes('orders.ship') && (
        <Button kind="outline" isLoading={running === 'ship'} onClick={() => void ask('ship')}>
          {t('bulk.ship.open')}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button kind="outline" isLoading={running === 'slips'} onClick={() => void ask('slips')}>
          {t('bulk.slips.open')}
        </Button>
      )}
      {chosen.length > 0 && (
        <ExportOrders query={{ ids: chosen.map(({ id }) => id).join(',') }} label="bulk.export.chosen" />
      )}
      {notice}
      {open !== null && (
        <BulkDialog action={open.action} orders={open.orders} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly orders: readonly Sending[];
  readonly onClose: () => void;
}

function BulkDialog({ action, orders, onClose }: BulkDialogProps) {
  const { t } = useTranslation('backOffice');
  const possible = orders.filter(({ refusal }) => refusal === null);
  const refused = orders.filter(({ refusal }) => refusal !== null);
  const name = useNames();
  return (
    <Dialog isOpen onClose={onClose} title={t(`bulk.${action}.title`)}>
      <p>{t(`bulk.${action}.text`, { count: possible.length })}</p>
      {action === 'ship' ? (
        <ShipOrders orders={possible} onClose={onClose} />
      ) : (
        <PrintSlips orders={possible} onClose={onClose} />
      )}
      {refused.length > 0 && (
        <section className={styles.effects} aria-label={t('bulk.refused')}>
          <h3>{t('bulk.refused')}</h3>
          <Entries
            entries={refused.map(({ order_id, code, refusal }) => ({
              key: order_id,
              title: code,
              detail: name('sendingRefusal', refusal ?? ''),
            }))}
          />
        </section>
      )}
    </Dialog>
  );
}

type PartProps = Omit<BulkDialogProps, 'action'>;

const written = ({ lines }: Sending) =>
  lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ');

/** Ships orders with one carrier and a tracking code each, and shows the result of each order. */
function ShipOrders({ orders, onClose }: PartProps) {
  const { t } = useTranslation('backOffice');
  const name = useNames();
  const { revalidate } = useRevalidator();
  const { run, running, notice } = useAction();
  const [carrier, setCarrier] = useState<Carrier>('dhl');
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, string>> | null>(null);
  // One id per parcel, so that a retry after a lost response creates no second parcel.
  const [parcelIds] = useState(() => new Map(orders.map(({ order_id }) => [order_id, crypto.randomUUID()])));
  const typed = (id: string) => codes[id] ?? '';
  const isFaulty = (id: string) => !typedTracking.safeParse(typed(id)).success;

  const send = () =>
    run(
      'ship',
      () =>
        call(orderBulkEndpoints.shipOperatorOrders, {
          body: {
            // The quantities as shown and packed, so that the server reports changes made in the meantime.
            parcels: orders.map(({ order_id, lines }) => ({
              order_id,
              lines: lines.map(({ line_id, quantity }) => ({ line_id, quantity })),
              parcel_id: parcelIds.get(order_id) ?? '',
              carrier,
              tracking_code: typed(order_id).trim() === '' ? null : typed(order_id),
            })),
          },
        }),
      (results) => {
        setOutcomes(Object.fromEntries(results.map(({ order_id, outcome }) => [order_id, outcome])));
        void revalidate();
        return t('bulk.ship.done', {
          count: results.filter(({ outcome }) => outcome === 'shipped' || outcome === 'again').length,
        });
      },
    );

  return (
    <>
      {outcomes === null && (
        <Select
          label={t('order.carrier')}
          value={carrier}
          onChange={({ target }) => setCarrier(carriers.find((one) => one === target.value) ?? 'dhl')}
        >
          {carrierOptions.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
      <ul className={styles.bulkOrders}>
        {orders.map((order) => {
          const { order_id, code, name: buyer } = order;
          const outcome = outcomes?.[order_id];
          const isGood = outcome === 'shipped' || outcome === 'again';
          return (
            <li key={order_id}>
              <span>
                {code} · {buyer}
                <small>{written(order)}</small>
              </span>
              {outcome === undefined ? (
                <TextField
                  label={t('bulk.ship.tracking', { code })}
                  autoComplete="off"
                  isOptional
                  error={isFaulty(order_id) ? t('form.check') : undefined}
                  value={typed(order_id)}
                  onChange={({ target }) => setCodes((before) => ({ ...before, [order_id]: target.value }))}
                />
              ) : (
                <Tag tone={isGood ? 'good' : 'bad'}>{name('sendingOutcome', outcome)}</Tag>
              )}
            </li>
          );
        })}
      </ul>
      {notice}
      <div className={styles.dialogActions}>
        <Button kind="outline" onClick={onClose}>
          {t(outcomes === null ? 'form.cancel' : 'shell.close')}
        </Button>
        {outcomes === null && (
          <Button
            isLoading={running === 'ship'}
            disabled={orders.length === 0 || orders.some(({ order_id }) => isFaulty(order_id))}
            onClick={() => void send()}
          >
            {t('bulk.ship.submit', { count: orders.length })}
          </Button>
        )}
      </div>
    </>
  );
}

function PrintSlips({ orders, onClose }: PartProps) {
  const { t } = useTranslation('backOffice');
  const { run, running, notice } = useAction();
  const print = () =>
    run(
      'slips',
      () =>
        call(orderBulkEndpoints.drawPackingSlips, {
          body: { order_ids: orders.map(({ order_id }) => order_id) },
        }),
      ({ filename, content }) => {
        saveFile(filename, content);
        return t('bulk.slips.done');
      },
    );
  return (
    <>
      <Entries
        entries={orders.map((order) => ({
          key: order.order_id,
          title: `${order.code} · ${order.name ?? ''}`,
          detail: written(order),
        }))}
      />
      {notice}
      <div className={styles.dialogActions}>
        <Button kind="outline" onClick={onClose}>
          {t('shell.close')}
        </Button>
        <Button isLoading={running === 'slips'} disabled={orders.length === 0} onClick={() => void print()}>
          {t('bulk.slips.submit', { count: orders.length })}
        </Button>
      </div>
    </>
  );
}

interface ExportOrdersProps {
  readonly query: Readonly<Record<string, string>>;
  readonly label: 'list.export' | 'bulk.export.chosen';
}

/**
 * Exports all orders that match the filters, or the selected ones, after showing their number. Requires the second
 * factor, because the file contains names and e-mail addresses.
 */
export function ExportOrders({ query, label }: ExportOrdersProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { run, running, notice } = useAction();
  const { isLoading, save } = useDownload();
  const [count, setCount] = useState<number | null>(null);
  if (!permissions.includes('orders.export')) return null;
  const preview = () =>
    run(
      'preview',
      () => call(orderBulkEndpoints.previewOrderExport, { query }),
      ({ orders }) => {
        setCount(orders);
        return '';
      },
    );
  const saveAll = () => {
    setCount(null);
    void save((options) => call(orderBulkEndpoints.exportOperatorOrders, { query }, options));
  };
  return (
    <>
      {notice}
      <Button kind="outline" isLoading={running === 'preview' || isLoading} onClick={() => void preview()}>
        {t(label)}
      </Button>
      <Dialog isOpen={count !== null} onClose={() => setCount(null)} title={t('bulk.export.title')}>
        <FoundOrders count={count ?? 0} onSave={saveAll} onClose={() => setCount(null)} />
      </Dialog>
    </>
  );
}

interface FoundOrdersProps {
  readonly count: number;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Number of orders to export, with a button if there are any. */
export function FoundOrders({ count, onSave, onClose }: FoundOrdersProps) {
  const { t } = useTranslation('backOffice');
  const isNone = count === 0;
  return (
    <>
      <p>{isNone ? t('orders.empty') : t('bulk.export.text', { count })}</p>
      <div className={styles.dialogActions}>
        <Button kind="outline" onClick={onClose}>
          {t(isNone ? 'shell.close' : 'form.cancel')}
        </Button>
        {!isNone && <Button onClick={onSave}>{t('bulk.export.submit')}</Button>}
      </div>
    </>
  );
}
