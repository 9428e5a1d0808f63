import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { customerEndpoints } from '#api/personal-data/operator-customer-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { saveFile } from '#back-office/kit/files/save-file.ts';
import { confirmationForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { Entries, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';

type Guest = EndpointValue<typeof customerEndpoints.getGuest>;

/**
 * Loads the data stored for the e-mail address in the URL. Redirects to the account page when the address has a
 * confirmed account.
 */
export async function guestLoader({ request: { url, signal } }: LoaderFunctionArgs): Promise<Guest> {
  const query = { email: new URL(url).searchParams.get('email') ?? '' };
  const guest = unwrapOrThrow(await call(customerEndpoints.getGuest, { query }, { signal }));
  if (guest.account_id !== null) throw redirect(`/customers/${guest.account_id}`);
  return guest;
}

/** Data stored for an e-mail address without an account, for requests of access or deletion. */
export function GuestPage() {
  const { id: email, stored } = useLoaderData<Guest>();
  const { t } = useTranslation('backOffice');
  const { notice, showOutcome } = useAction();
  const entries = stored.map(({ part, count }) => ({
    key: part,
    title: t(`guest.parts.${part}`),
    end: count,
  }));
  return (
    <RecordPage
      title={shownEmail(email)}
      back={{ to: '/customers', label: 'places.customers' }}
      notice={notice}
      tags={<Tag tone="quiet">{t('guest.noAccount')}</Tag>}
      actions={<GuestActions email={email} hasData={stored.length > 0} onOutcome={showOutcome} />}
      main={[
        {
          title: 'guest.stored',
          content: stored.length === 0 ? <p>{t('guest.nothing')}</p> : <Entries entries={entries} />,
        },
      ]}
      side={[]}
    />
  );
}

interface GuestActionsProps {
  readonly email: string;
  readonly hasData: boolean;
  /** Called with the outcome of an action. */
  readonly onOutcome: (text: string) => void;
}

function GuestActions({ email, hasData, onOutcome }: GuestActionsProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const body = { email };
  return (
    <>
      {permissions.includes('customers.export') && (
        <RecordAction
          label="customer.export"
          text={t('guest.exportText')}
          form={confirmationForm('customer.export', () => call(customerEndpoints.exportGuest, { body }))}
          onDone={(exported) => {
            saveFile(`${email}.json`, JSON.stringify(exported, null, 2));
            onOutcome(t('customer.exported'));
          }}
        />
      )}
      {hasData && permissions.includes('customers.change') && (
        <RecordAction
          label="guest.delete"
          title={`${t('guest.delete')}: ${shownEmail(email)}`}
          text={t('guest.deleteText')}
          form={confirmationForm('guest.delete', () => call(customerEndpoints.deleteGuest, { body }))}
          onDone={() => onOutcome(t('guest.deleted'))}
        />
      )}
    </>
  );
}
