import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import {
  correspondenceEndpoints,
  type OutboxMail,
  type MailText as ReadMail,
} from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { MailText } from '#back-office/kit/records/mail-text.tsx';
import { useOfferedActions } from '#back-office/kit/records/offered-actions.ts';
import { Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { MailStateTag } from './mail-state.tsx';

interface LoadedMail {
  readonly mail: OutboxMail;
  /** Null where the text is not stored. */
  readonly read: ReadMail | null;
}

export async function mailLoader({ params, request }: LoaderFunctionArgs): Promise<LoadedMail> {
  const { id = '' } = params;
  const { signal } = request;
  const [mail, text] = await Promise.all([
    call(correspondenceEndpoints.getMail, { params: { id } }, { signal }),
    call(correspondenceEndpoints.readMailText, { params: { id } }, { signal }),
  ]);
  return { mail: unwrapOrThrow(mail), read: text.ok ? text.value : null };
}

/** One mail of the outbox. */
export function MailPage() {
  const { mail, read } = useLoaderData<LoadedMail>();
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const name = useNames();
  const { permissions } = useOperator();
  const { revalidate } = useRevalidator();
  const { run, running, notice } = useAction();
  const { id, template, recipient, attempts, created_at, due_at, sent_at, failed_at, last_error } = mail;

  const [sendOnce] = useState(createSendOnce);
  const sendAgain = () =>
    run(
      'send',
      () =>
        sendOnce(id, (copy_id) =>
          call(correspondenceEndpoints.sendMailAgain, { params: { id }, body: { copy_id } }),
        ),
      ({ outcome }) => {
        void revalidate();
        return t(`mails.${outcome}`);
      },
    );

  const maySend = permissions.includes('mails.send') && mail.can_resend;
  useOfferedActions(maySend ? [{ name: t('mails.again'), run: () => void sendAgain() }] : []);

  return (
    <>
      {notice}
      <RecordPage
        title={name('mail', template)}
        back={{ to: '/mails', label: 'places.mails' }}
        tags={<MailStateTag mail={mail} />}
        actions={
          maySend ? (
            <Button isLoading={running === 'send'} onClick={() => void sendAgain()}>
              {t('mails.again')}
            </Button>
          ) : null
        }
        main={[
          {
            title: 'mails.delivery',
            content: (
              <Facts
                facts={[
                  { label: 'mails.recipient', value: shownEmail(recipient) },
                  { label: 'mails.created', value: moment(created_at) },
                  { label: 'mails.attempts', value: String(attempts) },
                  { label: 'order.sent', value: sent_at && moment(sent_at) },
                  { label: 'order.failed', value: failed_at && moment(failed_at) },
                  {
                    label: 'mails.due',
                    value: sent_at === null && failed_at === null ? moment(due_at) : null,
                  },
                  { label: 'mails.error', value: last_error },
                ]}
              />
            ),
          },
          {
            title: 'mails.text',
            content:
              read === null ? (
                <p>{t(sent_at === null ? 'mails.notSent' : 'mails.notStored')}</p>
              ) : (
                <MailText mail={read} />
              ),
          },
        ]}
        side={[
          {
            title: 'history.title',
            isShown: mail.history.length > 0,
            content: <History changes={mail.history} />,
          },
        ]}
      />
    </>
  );
}
