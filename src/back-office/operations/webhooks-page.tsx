import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorWebhookEndpoints, type Webhook } from '#api/operations/operator-webhook-endpoints.ts';
import { type WebhookEventName, webhookEventNames } from '#api/webhook-events.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { confirmationForm, type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { HistoryLink } from '#back-office/kit/records/history-link.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { Tag } from '#back-office/kit/tag.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './administration.module.css';
import { MailStateTag } from './mail-state.tsx';
import { OneTimeValue } from './one-time-value.tsx';
import { useResendEvent } from './use-resend-event.ts';

export async function webhooksLoader(): Promise<readonly Webhook[]> {
  return unwrapOrThrow(await call(operatorWebhookEndpoints.listWebhooks));
}

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'remove'; readonly webhook: Webhook }
  | { readonly kind: 'secret'; readonly secret: string };

/** Webhooks of other systems, and the results of their last deliveries. */
export function WebhooksPage() {
  const { t } = useTranslation('backOffice');
  const { revalidate } = useRevalidator();
  const webhooks = useLoaderData<readonly Webhook[]>();
  const [open, setOpen] = useState<Open | null>(null);
  const [sendOnce] = useState(createSendOnce);
  const { run, running, notice, showOutcome, sendAgain } = useResendEvent();
  const close = () => setOpen(null);

  const setEnabled = (id: string, is_enabled: boolean) =>
    run(
      id,
      () => call(operatorWebhookEndpoints.changeWebhook, { params: { id }, body: { is_enabled } }),
      () => {
        void revalidate();
        return t(is_enabled ? 'webhooks.isEnabled' : 'webhooks.isDisabled');
      },
    );

  return (
    <>
      <PageHead
        title={t('places.webhooks')}
        actions={<Button onClick={() => setOpen({ kind: 'add' })}>{t('webhooks.add')}</Button>}
      />
      <p className={styles.intro}>{t('webhooks.intro')}</p>
      {notice}
      <div className={styles.list}>
        {webhooks.length === 0 && <p role="status">{t('webhooks.empty')}</p>}
        <Entries
          entries={webhooks.map((webhook) => ({
            key: webhook.id,
            title: (
              <span className={styles.line}>
                {webhook.url}
                <StateTag webhook={webhook} />
              </span>
            ),
            detail: <Deliveries webhook={webhook} running={running} onResend={sendAgain} />,
            end: (
              <span className={styles.line}>
                <HistoryLink type="webhooks" id={webhook.id} />
                <Button
                  kind="text"
                  isLoading={running === webhook.id}
                  onClick={() => void setEnabled(webhook.id, isStopped(webhook))}
                >
                  {t(isStopped(webhook) ? 'webhooks.enable' : 'webhooks.disable')}
                </Button>
                <Button kind="text" onClick={() => setOpen({ kind: 'remove', webhook })}>
                  {t('webhooks.remove')}
                </Button>
              </span>
            ),
          }))}
        />
      </div>
      <Dialog isOpen={open?.kind === 'add'} onClose={close} title={t('webhooks.add')}>
        <RecordForm
          form={addForm(sendOnce)}
          onCancel={close}
          onDone={({ secret }) => {
            setOpen({ kind: 'secret', secret });
            void revalidate();
          }}
        />
      </Dialog>
      {open?.kind === 'remove' && (
        <Dialog isOpen onClose={close} title={t('webhooks.remove')}>
          <p>{t('webhooks.removeText', { url: open.webhook.url })}</p>
          <RecordForm
            form={removeForm(open.webhook)}
            onCancel={close}
            onDone={() => {
              close();
              showOutcome(t('webhooks.removed'));
              void revalidate();
            }}
          />
        </Dialog>
      )}
      <Dialog isOpen={open?.kind === 'secret'} onClose={close} title={t('webhooks.secret')}>
        {open?.kind === 'secret' && <OneTimeValue text={t('webhooks.secretText')} value={open.secret} />}
      </Dialog>
    </>
  );
}

/** Returns whether the webhook currently receives nothing: it is disabled or paused. */
function isStopped({ disabled_at, paused_until }: Webhook): boolean {
  return disabled_at !== null || (paused_until !== null && Date.parse(paused_until) > Date.now());
}

function StateTag({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  const { disabled_at, paused_until } = webhook;
  if (disabled_at !== null)
    return <Tag tone="bad">{t('webhooks.disabled', { at: shortMoment(disabled_at) })}</Tag>;
  if (paused_until !== null && isStopped(webhook))
    return <Tag tone="waiting">{t('webhooks.paused', { at: shortMoment(paused_until) })}</Tag>;
  return <Tag tone="good">{t('webhooks.active')}</Tag>;
}

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly running: string | null;
  readonly onResend: (eventId: string) => Promise<void>;
}

function Deliveries({ webhook, running, onResend }: DeliveriesProps) {
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  const { permissions } = useOperator();
  const { events, waiting, deliveries, disabled_at } = webhook;
  return (
    <>
      {[events.join(', '), ...(waiting > 0 ? [t('webhooks.waiting', { count: waiting })] : [])].join(' · ')}
      {deliveries.length > 0 && (
        <details>
          <summary>{t('webhooks.deliveries')}</summary>
          <Entries
            entries={deliveries.map((delivery) => ({
              key: delivery.event_id,
              title: delivery.event,
              detail: [
                shortMoment(delivery.created_at),
                ...(delivery.last_result === null ? [] : [delivery.last_result]),
                t('events.attempts', { count: delivery.attempts }),
              ].join(' · '),
              end: (
                <span className={styles.line}>
                  <MailStateTag mail={{ sent_at: delivery.delivered_at, failed_at: delivery.failed_at }} />
                  {permissions.includes('mails.send') && disabled_at === null && (
                    <Button
                      kind="text"
                      isLoading={running === delivery.event_id}
                      onClick={() => void onResend(delivery.event_id)}
                    >
                      {t('mails.again')}
                    </Button>
                  )}
                </span>
              ),
            }))}
          />
        </details>
      )}
    </>
  );
}

const newWebhook = z.object({
  url: z.url({ protocol: /^https?$/ }),
  events: z.array(z.enum(webhookEventNames as [WebhookEventName])).check(z.minLength(1)),
});

type Added = EndpointValue<typeof operatorWebhookEndpoints.addWebhook>;

function addForm(
  sendOnce: ReturnType<typeof createSendOnce>,
): FormDescription<z.output<typeof newWebhook>, Added> {
  return {
    schema: newWebhook,
    fields: [
      { name: 'url', label: 'webhooks.url', hint: 'webhooks.urlHint', kind: 'text' },
      {
        name: 'events',
        label: 'webhooks.events',
        kind: 'choices',
        options: webhookEventNames.map((value) => ({ value, text: value })),
      },
    ],
    submitLabel: 'webhooks.addSubmit',
    defaultValues: { url: '', events: webhookEventNames },
    send: (typed) =>
      sendOnce(JSON.stringify(typed), (id) =>
        call(operatorWebhookEndpoints.addWebhook, { body: { id, ...typed } }),
      ),
  };
}

const removeForm = ({ id }: Webhook) =>
  confirmationForm('webhooks.remove', () => call(operatorWebhookEndpoints.removeWebhook, { params: { id } }));
