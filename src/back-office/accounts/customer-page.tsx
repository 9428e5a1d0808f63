import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { type Customer, customerEndpoints } from '#api/personal-data/operator-customer-endpoints.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { Entries, Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { CustomerActions } from './customer-actions.tsx';

export const customerLoader = recordLoader(customerEndpoints.getCustomer);

/** One customer: orders, memberships, courses, sessions and consents. */
export function CustomerPage() {
  const customer = useLoaderData<Customer>();
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { notice, showOutcome } = useAction();
  const { latest_orders, subscriptions, courses, sessions, consents, history } = customer;
  return (
    <>
      {notice}
      <RecordPage
        title={customer.name === '' ? shownEmail(customer.email) : customer.name}
        back={{ to: '/customers', label: 'places.customers' }}
        tags={
          <Tag tone={customer.is_confirmed ? 'good' : 'quiet'}>
            {t(customer.is_confirmed ? 'customers.isConfirmed' : 'customers.isUnconfirmed')}
          </Tag>
        }
        actions={
          permissions.includes('customers.change') ? (
            <CustomerActions customer={customer} onOutcome={showOutcome} />
          ) : null
        }
        main={[
          {
            title: 'customers.orders',
            isShown: latest_orders.length > 0,
            content: <Orders customer={customer} />,
          },
          {
            title: 'places.subscriptions',
            isShown: subscriptions.length > 0,
            content: <Subscriptions customer={customer} />,
          },
          {
            title: 'customer.courses',
            isShown: courses.length > 0,
            content: <Courses customer={customer} />,
          },
          {
            title: 'customer.consents',
            isShown: consents.length > 0,
            content: <Consents customer={customer} />,
          },
        ]}
        side={[
          { title: 'customer.account', content: <Account customer={customer} /> },
          {
            title: 'customer.sessions',
            isShown: sessions.length > 0,
            content: <Sessions customer={customer} />,
          },
          { title: 'history.title', isShown: history.length > 0, content: <History changes={history} /> },
        ]}
      />
    </>
  );
}

interface CustomerProps {
  readonly customer: Customer;
}

function Account({ customer }: CustomerProps) {
  const { t } = useTranslation('backOffice');
  const { money, moment } = useFormats();
  const { email, created_at, email_confirmed_at, language, has_password, credit } = customer;
  return (
    <Facts
      facts={[
        { label: 'customers.email', value: shownEmail(email) },
        { label: 'customers.since', value: moment(created_at) },
        { label: 'customers.confirmed', value: email_confirmed_at && moment(email_confirmed_at) },
        { label: 'customer.language', value: language.toUpperCase() },
        {
          label: 'customer.password',
          value: t(has_password ? 'customer.hasPassword' : 'customer.noPassword'),
        },
        { label: 'customer.credit', value: credit > 0 ? money(credit) : null },
      ]}
    />
  );
}

function Orders({ customer: { latest_orders } }: CustomerProps) {
  const { money, moment } = useFormats();
  const name = useNames();
  return (
    <Entries
      entries={latest_orders.map(({ id, code, state, total, created_at }) => ({
        key: id,
        title: <Link to={`/orders/${id}`}>{code}</Link>,
        detail: `${name('order', state)} · ${moment(created_at)}`,
        end: money(total),
      }))}
    />
  );
}

function Subscriptions({ customer: { subscriptions } }: CustomerProps) {
  const name = useNames();
  return (
    <Entries
      entries={subscriptions.map(({ id, code, title, status }) => ({
        key: id,
        title: <Link to={`/subscriptions/${id}`}>{code}</Link>,
        detail: title,
        end: name('subscription', status),
      }))}
    />
  );
}

function Courses({ customer: { courses } }: CustomerProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const name = useNames();
  return (
    <Entries
      entries={courses.map(({ course_id, title, granted_at, revoked_at, source }) => ({
        key: `${course_id}-${granted_at}`,
        title,
        detail: `${name('source', source)} · ${moment(granted_at)}`,
        end:
          revoked_at === null ? (
            <Tag tone="good">{t('customer.open')}</Tag>
          ) : (
            <Tag tone="quiet">{t('customer.taken', { at: moment(revoked_at) })}</Tag>
          ),
      }))}
    />
  );
}

function Consents({ customer: { consents } }: CustomerProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const name = useNames();
  return (
    <Entries
      entries={consents.map(({ kind, at, ended_at, proof }) => ({
        key: `${kind}-${at}-${proof}`,
        title: name('consent', kind),
        detail: proof,
        end: ended_at === null ? moment(at) : t('customer.ended', { at: moment(ended_at) }),
      }))}
    />
  );
}

function Sessions({ customer: { sessions } }: CustomerProps) {
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  return (
    <Entries
      entries={sessions.map(({ id, device, last_used_at }) => ({
        key: id,
        title: device,
        detail: t('sessions.used', { at: shortMoment(last_used_at) }),
      }))}
    />
  );
}
