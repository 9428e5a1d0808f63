import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { type ContactMessage, correspondenceEndpoints } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { useOfferedActions } from '#back-office/kit/records/offered-actions.ts';
import { Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './correspondence.module.css';

export const messageLoader = recordLoader(correspondenceEndpoints.getMessage);

/** One message of the contact form. */
export function MessagePage() {
  const message = useLoaderData<ContactMessage>();
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const { permissions } = useOperator();
  const { revalidate } = useRevalidator();
  const { run, running, notice } = useAction();
  const { id, name, email, topic, order_code, order_id, received_at, handled_at, history } = message;
  const subject = encodeURIComponent(`Re: ${topic}`);

  const note = (is_handled: boolean) =>
    run(
      'note',
      () => call(correspondenceEndpoints.noteMessage, { params: { id }, body: { is_handled } }),
      () => {
        void revalidate();
        return t(is_handled ? 'messages.noted' : 'messages.reopened');
      },
    );

  const mayNote = permissions.includes('messages.change');
  const noteName = t(handled_at === null ? 'messages.note' : 'messages.reopen');
  useOfferedActions(mayNote ? [{ name: noteName, run: () => void note(handled_at === null) }] : []);

  return (
    <>
      {notice}
      <RecordPage
        title={name}
        back={{ to: '/messages', label: 'places.messages' }}
        tags={null}
        actions={
          mayNote ? (
            <Button
              kind="outline"
              isLoading={running === 'note'}
              onClick={() => void note(handled_at === null)}
            >
              {noteName}
            </Button>
          ) : null
        }
        main={[{ title: 'messages.text', content: <p className={styles.text}>{message.message}</p> }]}
        side={[
          {
            title: 'messages.sender',
            content: (
              <Facts
                facts={[
                  {
                    label: 'customers.email',
                    value: (
                      <a href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}>
                        {shownEmail(email)}
                      </a>
                    ),
                  },
                  { label: 'messages.topic', value: topic },
                  {
                    label: 'declaration.order',
                    value:
                      order_id === null ? order_code : <Link to={`/orders/${order_id}`}>{order_code}</Link>,
                  },
                  { label: 'messages.received', value: moment(received_at) },
                  { label: 'messages.handled', value: handled_at && moment(handled_at) },
                ]}
              />
            ),
          },
          { title: 'history.title', isShown: history.length > 0, content: <History changes={history} /> },
        ]}
      />
    </>
  );
}
