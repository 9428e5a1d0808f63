import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  correspondenceEndpoints,
  type MailText as ReadMail,
} from '#api/operations/correspondence-endpoints.ts';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { confirmationForm, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { MailText } from '#back-office/kit/records/mail-text.tsx';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { Codes, Mails } from './order-entries.tsx';
import type { OrderChange } from './use-order-change.ts';

interface Props {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** Mails of the order, which can be read as sent and sent again. */
export function OrderMails({ order, change }: Props) {
  const { t } = useTranslation('backOffice');
  const [read, setRead] = useState<ReadMail | null>(null);
  const { run, running, notice } = useAction();
  const [sendOnce] = useState(createSendOnce);

  const open = (id: string) =>
    run(
      id,
      () => call(correspondenceEndpoints.readMailText, { params: { id } }),
      (mail) => {
        setRead(mail);
        return '';
      },
    );
  const resend = (id: string) =>
    change.change(
      id,
      () =>
        sendOnce(id, (copy_id) => {
          const params = { id: order.id, mail_id: id };
          return call(orderActionEndpoints.resendOperatorMail, { params, body: { copy_id } });
        }),
      t('mails.resent'),
    );

  return (
    <>
      {notice}
      <Mails
        order={order}
        actionsOf={({ id, sent_at, can_resend }) => (
          <>
            {sent_at !== null && change.may('mails.read') && (
              <Button kind="text" isLoading={running === id} onClick={() => void open(id)}>
                {t('mails.read')}
              </Button>
            )}
            {can_resend && change.may('mails.send') && (
              <Button kind="text" isLoading={change.running === id} onClick={() => void resend(id)}>
                {t('mails.send')}
              </Button>
            )}
          </>
        )}
      />
      <Dialog isOpen={read !== null} onClose={() => setRead(null)} title={read?.subject ?? ''}>
        {read !== null && <MailText mail={read} />}
      </Dialog>
    </>
  );
}

/** Codes of the order, which can be sent to their recipients again or revoked. */
export function OrderCodes({ order, change }: Props) {
  const { t } = useTranslation('backOffice');
  const [revoked, setRevoked] = useState<{ readonly id: string; readonly code: string } | null>(null);
  const [sendOnce] = useState(createSendOnce);
  const paramsOf = (code_id: string) => ({ params: { id: order.id, code_id } });
  const resend = (id: string) =>
    change.change(
      id,
      () =>
        sendOnce(id, (copy_id) =>
          call(orderActionEndpoints.resendOperatorCode, { ...paramsOf(id), body: { copy_id } }),
        ),
      t('mails.resent'),
    );

  return (
    <>
      <Codes
        order={order}
        actionsOf={({ id, code, redeemed_at, revoked_at }) =>
          change.may('codes.change') &&
          revoked_at === null &&
          redeemed_at === null && (
            <>
              <Button kind="text" isLoading={change.running === id} onClick={() => void resend(id)}>
                {t('mails.send')}
              </Button>
              <Button kind="text" onClick={() => setRevoked({ id, code })}>
                {t('orderAction.revoke.open')}
              </Button>
            </>
          )
        }
      />
      <Dialog
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        title={t('orderAction.revoke.title', { code: revoked?.code })}
      >
        <p>{t('orderAction.revoke.text')}</p>
        <RecordForm
          form={confirmationForm('orderAction.revoke.submit', () =>
            call(orderActionEndpoints.revokeOperatorCode, paramsOf(revoked?.id ?? '')),
          )}
          onDone={() => {
            setRevoked(null);
            change.changed(t('orderAction.revoke.done'));
          }}
          onCancel={() => setRevoked(null)}
        />
      </Dialog>
    </>
  );
}
