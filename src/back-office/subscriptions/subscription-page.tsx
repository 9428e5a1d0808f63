import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import {
  type OperatorSubscription,
  operatorSubscriptionEndpoints,
} from '#api/subscriptions/operator-subscription-endpoints.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { Entries, Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { SubscriptionActions } from './subscription-actions.tsx';
import { NextCharge, SubscriptionStateTag } from './subscription-states.tsx';

export const subscriptionLoader = recordLoader(operatorSubscriptionEndpoints.getOperatorSubscription);

/** Page of a membership or subscription, with its orders and history. */
export function SubscriptionPage() {
  const subscription = useLoaderData<OperatorSubscription>();
  const { permissions } = useOperator();
  const { notice, showOutcome } = useAction();
  const { orders, declarations, history } = subscription;
  return (
    <RecordPage
      title={subscription.code}
      back={{ to: '/subscriptions', label: 'places.subscriptions' }}
      tags={<SubscriptionStateTag subscription={subscription} />}
      actions={
        permissions.includes('subscriptions.change') ? (
          <SubscriptionActions subscription={subscription} onOutcome={showOutcome} />
        ) : null
      }
      notice={notice}
      main={[
        { title: 'subscription.term', content: <Term subscription={subscription} /> },
        {
          title: 'subscription.orders',
          isShown: orders.length > 0,
          content: <Orders subscription={subscription} />,
        },
        {
          title: 'places.declarations',
          isShown: declarations.length > 0,
          content: <Declarations subscription={subscription} />,
        },
      ]}
      side={[
        { title: 'subscription.owner', content: <Owner subscription={subscription} /> },
        { title: 'subscription.events', content: <Events subscription={subscription} /> },
        { title: 'history.title', isShown: history.length > 0, content: <History changes={history} /> },
      ]}
    />
  );
}

interface SubscriptionProps {
  readonly subscription: OperatorSubscription;
}

function Term({ subscription }: SubscriptionProps) {
  const { t } = useTranslation('backOffice');
  const { money, day, moment } = useFormats();
  const name = useNames();
  const { price, period_months, payment_method, free_periods, cancelled_at, ended_at } = subscription;
  const method = payment_method && [
    name('payment', payment_method.brand ?? payment_method.kind),
    payment_method.last_four === null ? '' : `•••• ${payment_method.last_four}`,
  ];
  return (
    <Facts
      facts={[
        { label: 'subscriptions.product', value: subscription.title },
        {
          label: 'subscriptions.price',
          value: t(period_months === 1 ? 'subscription.monthly' : 'subscription.yearly', {
            price: money(price),
          }),
        },
        { label: 'subscription.started', value: day(`${subscription.started_on}T12:00:00Z`) },
        { label: 'subscription.paidUntil', value: day(`${subscription.paid_until}T12:00:00Z`) },
        { label: 'subscriptions.next', value: <NextCharge subscription={subscription} /> },
        {
          label: 'subscription.free',
          value: free_periods > 0 ? t('subscription.freeMonths', { count: free_periods }) : null,
        },
        { label: 'subscription.method', value: method?.join(' ').trim() },
        { label: 'subscription.cancelled', value: cancelled_at && moment(cancelled_at) },
        { label: 'subscription.ended', value: ended_at && moment(ended_at) },
      ]}
    />
  );
}

function Owner({ subscription: { user_id, name, email } }: SubscriptionProps) {
  const { permissions } = useOperator();
  return (
    <Facts
      facts={[
        { label: 'order.name', value: name },
        {
          label: 'order.email',
          value: permissions.includes('customers.read') ? (
            <Link to={`/customers/${user_id}`}>{shownEmail(email)}</Link>
          ) : (
            shownEmail(email)
          ),
        },
      ]}
    />
  );
}

function Orders({ subscription: { orders } }: SubscriptionProps) {
  const { money, moment } = useFormats();
  const name = useNames();
  return (
    <Entries
      entries={orders.map(({ id, code, state, total, created_at }) => ({
        key: id,
        title: <Link to={`/orders/${id}`}>{code}</Link>,
        detail: `${name('order', state)} · ${moment(created_at)}`,
        end: money(total),
      }))}
    />
  );
}

function Declarations({ subscription: { declarations } }: SubscriptionProps) {
  const { moment } = useFormats();
  const { permissions } = useOperator();
  const name = useNames();
  return (
    <Entries
      entries={declarations.map(({ id, reference, kind, state, received_at }) => ({
        key: id,
        title: permissions.includes('declarations.read') ? (
          <Link to={`/declarations/${id}`}>{reference}</Link>
        ) : (
          reference
        ),
        detail: `${name('declaration', kind)} · ${moment(received_at)}`,
        end: name('declarationState', state),
      }))}
    />
  );
}

function Events({ subscription: { events } }: SubscriptionProps) {
  const { moment } = useFormats();
  const name = useNames();
  return (
    <Entries
      entries={events.map(({ at, event, cause }) => ({
        key: `${at}-${event}`,
        title: name('subscriptionEvent', event),
        detail: `${moment(at)} · ${name('by', cause)}`,
      }))}
    />
  );
}
