import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { confirmationForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { OwnAccess } from './own-access.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './sessions-page.module.css';

type Sessions = EndpointValue<typeof operatorSessionEndpoints.listOperatorSessions>;

export async function sessionsLoader(): Promise<Sessions> {
  return unwrapOrThrow(await call(operatorSessionEndpoints.listOperatorSessions));
}

const renewForm = confirmationForm('sessions.renewSubmit', () =>
  call(operatorSessionEndpoints.renewRecoveryCodes),
);

/** Page of the operator's own access: password, authenticator, recovery codes, and sessions, which can be ended. */
export function SessionsPage() {
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  const { revalidate } = useRevalidator();
  const { items: sessions, recovery_codes_left: codesLeft } = useLoaderData<Sessions>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { run, running, notice, showOutcome } = useAction();

  const end = (id: string) =>
    run(
      id,
      () => call(operatorSessionEndpoints.endOperatorSession, { params: { id } }),
      () => {
        void revalidate();
        return t('sessions.done');
      },
    );

  return (
    <>
      <PageHead
        title={t('sessions.title')}
        actions={
          <>
            <OwnAccess onDone={showOutcome} />
            <RecordAction
              label="sessions.renew"
              text={t('sessions.renewText')}
              form={renewForm}
              onDone={({ recovery_codes }) => setCodes(recovery_codes)}
            />
          </>
        }
      />
      {codesLeft !== undefined && (
        <p className={styles.codes}>{t('sessions.codesLeft', { count: codesLeft })}</p>
      )}
      {notice}
      <div className={styles.list}>
        <Entries
          entries={sessions.map(({ id, device, network, last_used_at, is_current }) => ({
            key: id,
            title: device,
            detail: `${network} · ${t('sessions.used', { at: shortMoment(last_used_at) })}`,
            end: is_current ? (
              <Tag tone="good">{t('sessions.current')}</Tag>
            ) : (
              <Button kind="outline" isLoading={running === id} onClick={() => end(id)}>
                {t('sessions.end')}
              </Button>
            ),
          }))}
        />
      </div>
      <Dialog isOpen={codes !== null} onClose={() => setCodes(null)} title={t('invitation.codesTitle')}>
        {codes !== null && <RecoveryCodes codes={codes} />}
      </Dialog>
    </>
  );
}
