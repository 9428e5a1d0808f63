import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { EndpointValue } from '#api/endpoint.ts';
import { apiKeyEndpoints } from '#api/operations/api-key-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { confirmationForm, type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { HistoryLink } from '#back-office/kit/records/history-link.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { permission, permissions } from '#core/model/operator.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { withReadPermissions } from '#core/rules/operations/permissions.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './administration.module.css';
import { OneTimeValue } from './one-time-value.tsx';

type Key = EndpointValue<typeof apiKeyEndpoints.listApiKeys>[number];

export async function keysLoader(): Promise<readonly Key[]> {
  return unwrapOrThrow(await call(apiKeyEndpoints.listApiKeys));
}

type Open =
  | { readonly kind: 'revoke'; readonly key: Key }
  | { readonly kind: 'token'; readonly token: string };

/** API keys for programs that call the back office. */
export function KeysPage() {
  const { t } = useTranslation('backOffice');
  const { shortMoment, day } = useFormats();
  const { revalidate } = useRevalidator();
  const keys = useLoaderData<readonly Key[]>();
  const [open, setOpen] = useState<Open | null>(null);
  const { notice, showOutcome } = useAction();
  const close = () => setOpen(null);

  return (
    <>
      <PageHead
        title={t('places.keys')}
        actions={
          <RecordAction
            label="keys.create"
            kind="gold"
            text={t('keys.reading')}
            form={createForm(permissions.map((value) => ({ value, text: t(`permissions.${value}`) })))}
            onDone={({ token }) => setOpen({ kind: 'token', token })}
          />
        }
      />
      <p className={styles.intro}>{t('keys.intro')}</p>
      {notice}
      <div className={styles.list}>
        {keys.length === 0 && <p>{t('keys.empty')}</p>}
        <Entries
          entries={keys.map((key) => ({
            key: key.id,
            title: key.name,
            detail: (
              <>
                {key.permissions.map((one) => t(`permissions.${one}`)).join(', ')}
                <br />
                {[
                  t('keys.made', { by: shownEmail(key.created_by), on: day(key.created_at) }),
                  key.last_used_at === null
                    ? t('keys.unused')
                    : t('keys.used', { at: shortMoment(key.last_used_at) }),
                ].join(' · ')}
              </>
            ),
            end: (
              <span className={styles.line}>
                <HistoryLink type="keys" id={key.id} />
                {key.revoked_at === null ? (
                  <Button kind="text" onClick={() => setOpen({ kind: 'revoke', key })}>
                    {t('keys.revoke')}
                  </Button>
                ) : (
                  <Tag tone="quiet">{t('keys.revoked', { on: day(key.revoked_at) })}</Tag>
                )}
              </span>
            ),
          }))}
        />
      </div>
      {open?.kind === 'revoke' && (
        <Dialog isOpen onClose={close} title={t('keys.revoke')}>
          <p>{t('keys.revokeText', { name: open.key.name })}</p>
          <RecordForm
            form={revokeForm(open.key)}
            onCancel={close}
            onDone={() => {
              close();
              showOutcome(t('keys.revokeDone'));
              void revalidate();
            }}
          />
        </Dialog>
      )}
      <Dialog isOpen={open?.kind === 'token'} onClose={close} title={t('keys.token')}>
        {open?.kind === 'token' && <OneTimeValue text={t('keys.tokenText')} value={open.token} />}
      </Dialog>
    </>
  );
}

const newKey = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(lengths.name)),
  permissions: z.array(permission).check(z.minLength(1)),
});

function createForm(
  options: readonly { readonly value: string; readonly text: string }[],
): FormDescription<z.output<typeof newKey>, EndpointValue<typeof apiKeyEndpoints.createApiKey>> {
  return {
    schema: newKey,
    fields: [
      { name: 'name', label: 'keys.name', hint: 'keys.nameHint', kind: 'text' },
      {
        name: 'permissions',
        label: 'keys.permissions',
        kind: 'choices',
        options,
        along: (chosen) => withReadPermissions(permissions.filter((one) => chosen.includes(one))),
      },
    ],
    submitLabel: 'keys.createSubmit',
    defaultValues: { name: '', permissions: [] },
    send: (body) => call(apiKeyEndpoints.createApiKey, { body }),
  };
}

const revokeForm = ({ id }: Key) =>
  confirmationForm('keys.revoke', () => call(apiKeyEndpoints.revokeApiKey, { params: { id } }));
