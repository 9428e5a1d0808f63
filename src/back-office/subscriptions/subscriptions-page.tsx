import {
  type OperatorSubscriptionRow,
  operatorSubscriptionEndpoints,
} from '#api/subscriptions/operator-subscription-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { NextCharge, SubscriptionStateTag } from './subscription-states.tsx';

const states = ['active', 'past_due', 'cancelled', 'expired'] as const;
const stages = ['1', '2', '3'] as const;

const subscriptions: ListDescription<OperatorSubscriptionRow> = {
  title: 'places.subscriptions',
  searchLabel: 'subscriptions.search',
  empty: 'subscriptions.empty',
  views: 'subscriptions',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'subscriptions.state',
      options: states.map((value) => ({ value, label: `names.subscription.${value}` as const })),
    },
    {
      kind: 'choice',
      name: 'stage',
      label: 'subscriptions.stage',
      options: stages.map((value) => ({ value, label: `names.stage.${value}` as const })),
    },
    { kind: 'day', name: 'until', label: 'subscriptions.until' },
  ],
  columns: [
    { label: 'subscriptions.code', place: 'title', cell: ({ code }) => code },
    {
      label: 'subscriptions.owner',
      place: 'main',
      cell: ({ name, email }) => (name === '' ? shownEmail(email) : `${name} · ${shownEmail(email)}`),
    },
    { label: 'subscriptions.product', place: 'meta', cell: ({ title }) => title },
    {
      label: 'subscriptions.state',
      place: 'meta',
      cell: (row) => <SubscriptionStateTag subscription={row} />,
    },
    { label: 'subscriptions.next', place: 'meta', cell: (row) => <NextCharge subscription={row} /> },
    { label: 'subscriptions.price', place: 'amount', cell: ({ price }, { money }) => money(price) },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/subscriptions/${id}`,
  find: (query, signal) =>
    call(operatorSubscriptionEndpoints.listOperatorSubscriptions, { query }, { signal }),
};

export const subscriptionsLoader = listLoader(subscriptions);

export function SubscriptionsPage() {
  return <ListPage list={subscriptions} />;
}
