import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { operatorOrderEndpoints } from '#api/orders/operator-order-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { PostalAddress } from '#core/model/address.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { OrderTimeline } from './operator-order-timeline.tsx';
import styles from './order.module.css';
import { OrderActions } from './order-actions.tsx';
import { Invoices, Payments, Related } from './order-entries.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderCodes, OrderMails } from './order-mails.tsx';
import { OrderChanges, OrderNotes } from './order-notes.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { OrderStateTag, ShipmentTag } from './order-states.tsx';
import { useOrderChange } from './use-order-change.ts';

export const orderLoader = recordLoader(operatorOrderEndpoints.getOperatorOrder);

export function OrderPage() {
  const order = useLoaderData<OperatorOrder>();
  const change = useOrderChange();
  const hasNotes = order.notes.length > 0 || change.may('orders.change');
  const hasDeclarations = order.subscriptions.length + order.declarations.length > 0;

  return (
    <RecordPage
      title={order.code}
      back={{ to: '/orders', label: 'places.orders' }}
      tags={
        <>
          <OrderStateTag state={order.state} />
          <ShipmentTag fulfilment={order.fulfilment} isPart={order.parcels.length > 0} />
        </>
      }
      actions={<OrderActions order={order} change={change} />}
      notice={change.notice}
      main={[
        { title: 'order.lines', content: <OrderLines order={order} /> },
        { title: 'order.payments', isShown: order.payments.length > 0, content: <Payments order={order} /> },
        {
          title: 'order.refunds',
          isShown: order.refunds.length > 0,
          content: <OrderRefunds order={order} change={change} />,
        },
        {
          title: 'order.codes',
          isShown: order.codes.length > 0,
          content: <OrderCodes order={order} change={change} />,
        },
        {
          title: 'order.mails',
          isShown: order.mails.length > 0,
          content: <OrderMails order={order} change={change} />,
        },
        {
          title: 'notes.title',
          isShown: hasNotes,
          content: <OrderNotes order={order} change={change} />,
        },
        { title: 'order.related', isShown: hasDeclarations, content: <Related order={order} /> },
      ]}
      side={[
        { title: 'order.buyer', content: <Buyer order={order} /> },
        {
          title: 'order.parcels',
          isShown: order.fulfilment !== 'none' || order.parcels.length > 0,
          content: <OrderParcels order={order} change={change} />,
        },
        { title: 'order.invoices', isShown: order.invoices.length > 0, content: <Invoices order={order} /> },
        { title: 'order.timeline', content: <OrderTimeline order={order} /> },
        {
          title: 'order.changes',
          isShown: order.changes.length > 0,
          content: <OrderChanges order={order} />,
        },
      ]}
    />
  );
}

interface OrderProps {
  readonly order: OperatorOrder;
}

function Buyer({ order }: OrderProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const { permissions } = useOperator();
  const { user_id } = order;
  const account = t(user_id === null ? 'order.guest' : 'order.hasAccount');
  return (
    <Facts
      facts={[
        { label: 'order.name', value: order.name },
        { label: 'order.email', value: shownEmail(order.email) },
        {
          label: 'order.account',
          value:
            user_id !== null && permissions.includes('customers.read') ? (
              <Link to={`/customers/${user_id}`}>{account}</Link>
            ) : (
              account
            ),
        },
        { label: 'order.delivery', value: <Address address={order.shipping_address} /> },
        {
          label: 'order.billing',
          value: order.billing_address && <Address address={order.billing_address} />,
        },
        { label: 'order.made', value: moment(order.created_at) },
        { label: 'order.paid', value: order.completed_at && moment(order.completed_at) },
        { label: 'order.due', value: order.payment_due_at && moment(order.payment_due_at) },
      ]}
    />
  );
}

function Address({ address }: { readonly address: PostalAddress | null }) {
  const { t } = useTranslation('backOffice');
  if (address === null) return t('order.noAddress');
  const { company, firstname, lastname, street, house_number, postal_code, city, country } = address;
  const lines = [
    company ?? '',
    `${firstname} ${lastname}`,
    `${street} ${house_number}`,
    `${country}-${postal_code} ${city}`,
  ];
  return <span className={styles.address}>{lines.filter((line) => line !== '').join('\n')}</span>;
}
