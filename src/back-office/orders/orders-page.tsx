import { operatorOrderEndpoints } from '#api/orders/operator-order-endpoints.ts';
import type { OperatorOrderRow } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { ExportOrders, OrderBulk } from './order-bulk.tsx';
import { OrderStateTag, PaymentName, ShipmentTag } from './order-states.tsx';

const states = [
  'paid',
  'awaiting_payment',
  'charging',
  'unknown',
  'awaiting_action',
  'processing',
  'verified',
  'draft',
  'expired',
  'voided',
  'refunded',
] as const;
const shipments = ['open', 'shipped', 'delivered'] as const;
const payments = [
  'card',
  'paypal',
  'google_pay',
  'apple_pay',
  'provider_page',
  'bank_transfer',
  'credit',
] as const;

const orders: ListDescription<OperatorOrderRow> = {
  title: 'places.orders',
  searchLabel: 'orders.search',
  empty: 'orders.empty',
  views: 'orders',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'orders.state',
      options: states.map((value) => ({ value, label: `names.order.${value}` as const })),
    },
    {
      kind: 'choice',
      name: 'shipment',
      label: 'orders.shipment',
      options: shipments.map((value) => ({ value, label: `names.shipment.${value}` as const })),
    },
    {
      kind: 'choice',
      name: 'payment',
      label: 'orders.payment',
      options: payments.map((value) => ({ value, label: `names.payment.${value}` as const })),
    },
    { kind: 'day', name: 'from', label: 'list.from' },
    { kind: 'day', name: 'to', label: 'list.to' },
  ],
  columns: [
    { label: 'orders.code', place: 'title', cell: ({ code }) => code },
    { label: 'orders.buyer', place: 'main', cell: ({ name, email }) => name ?? shownEmail(email) },
    { label: 'orders.state', place: 'meta', cell: ({ state }) => <OrderStateTag state={state} /> },
    {
      label: 'orders.shipment',
      place: 'meta',
      cell: ({ fulfilment, parcel_count }) => (
        <ShipmentTag fulfilment={fulfilment} isPart={parcel_count > 0} />
      ),
    },
    { label: 'orders.payment', place: 'meta', cell: ({ payment }) => <PaymentName payment={payment} /> },
    {
      label: 'orders.made',
      place: 'meta',
      cell: ({ created_at }, { shortMoment }) => shortMoment(created_at),
    },
    {
      label: 'orders.total',
      place: 'amount',
      cell: ({ total, refunded }, { money }, t) =>
        refunded === 0 ? money(total) : `${money(total)} (${t('orders.back')} ${money(refunded)})`,
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  pathOf: ({ id }) => `/orders/${id}`,
  actions: (query) => <ExportOrders query={query} label="list.export" />,
  bulk: (chosen) => <OrderBulk chosen={chosen} />,
  find: (query, signal) => call(operatorOrderEndpoints.listOperatorOrders, { query }, { signal }),
};

export const ordersLoader = listLoader(orders);

export function OrdersPage() {
  return <ListPage list={orders} />;
}
