import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type CustomerRow, customerEndpoints } from '#api/personal-data/operator-customer-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { changeListQuery } from '#back-office/kit/lists/list-query.ts';
import { Tag } from '#back-office/kit/tag.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { ImportLink } from '#back-office/operations/imports/import-link.tsx';
import { isEmailAddress } from '#core/model/email-address.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import { ExportNewsletter } from './export-newsletter.tsx';

const customers: ListDescription<CustomerRow> = {
  title: 'places.customers',
  searchLabel: 'customers.search',
  empty: 'customers.empty',
  elsewhere: ({ q }) => q !== undefined && <OrdersWith q={q} />,
  filters: [],
  columns: [
    { label: 'customers.email', place: 'title', cell: ({ email }) => shownEmail(email) },
    { label: 'customers.name', place: 'main', cell: ({ name }) => name },
    {
      label: 'customers.confirmed',
      place: 'meta',
      cell: ({ is_confirmed }, _, t) =>
        is_confirmed ? (
          <Tag tone="good">{t('customers.isConfirmed')}</Tag>
        ) : (
          <Tag tone="quiet">{t('customers.isUnconfirmed')}</Tag>
        ),
    },
    {
      label: 'customers.since',
      place: 'meta',
      cell: ({ created_at }, { shortMoment }) => shortMoment(created_at),
    },
    { label: 'customers.orders', place: 'amount', isNamed: true, cell: ({ orders }) => orders },
  ],
  actions: ({ 'filter[q]': q = '' }) => (
    <>
      {isEmailAddress(q) && <GuestLink email={q} />}
      <ImportLink to="/customers/import" permission="customers.change" text="customers.import" />
      <ExportNewsletter />
    </>
  ),
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/customers/${id}`,
  find: (query, signal) => call(customerEndpoints.listCustomers, { query }, { signal }),
};

export const customersLoader = listLoader(customers);

export function CustomersPage() {
  return <ListPage list={customers} />;
}

/** Link to the data stored for an e-mail address, for people without an account. Also shown when accounts are found. */
function GuestLink({ email }: { readonly email: string }) {
  const { t } = useTranslation('backOffice');
  const search = String(new URLSearchParams({ email }));
  return (
    <Link to={{ pathname: '/customers/guest', search }} className={buttonClasses({ kind: 'outline' })}>
      {t('customers.guest', { q: email })}
    </Link>
  );
}

/** Link to the orders that match the search; guests are found only among orders. */
function OrdersWith({ q }: { readonly q: string }) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  if (!permissions.includes('orders.read')) return null;
  const search = String(changeListQuery({}, { q }));
  return (
    <p>
      <Link to={{ pathname: '/orders', search }}>{t('customers.inOrders', { q })}</Link>
    </p>
  );
}
