import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorTeamEndpoints } from '#api/operations/operator-team-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { confirmationForm, type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { HistoryLink } from '#back-office/kit/records/history-link.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { isEmailAddress } from '#core/model/email-address.ts';
import { operatorRole, operatorRoles } from '#core/model/operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './administration.module.css';
import { OneTimeValue } from './one-time-value.tsx';

type Operator = EndpointValue<typeof operatorTeamEndpoints.listOperators>[number];

export async function operatorsLoader(): Promise<readonly Operator[]> {
  return unwrapOrThrow(await call(operatorTeamEndpoints.listOperators));
}

const tones: Readonly<Record<Operator['state'], Tone>> = {
  active: 'good',
  invited: 'waiting',
  removed: 'quiet',
};

/** The open dialog. */
type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'reset' | 'remove'; readonly operator: Operator }
  | { readonly kind: 'link'; readonly email: string; readonly link: string };

/** List of operators, with their actions: invite, change the role, reset the second factor, remove. */
export function OperatorsPage() {
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  const { revalidate } = useRevalidator();
  const operators = useLoaderData<readonly Operator[]>();
  const [open, setOpen] = useState<Open | null>(null);
  const { notice, showOutcome } = useAction();
  const close = () => setOpen(null);

  function finish(text: string): void {
    close();
    showOutcome(text);
    void revalidate();
  }

  return (
    <>
      <PageHead
        title={t('places.operators')}
        actions={<Button onClick={() => setOpen({ kind: 'invite' })}>{t('operators.invite')}</Button>}
      />
      {notice}
      <div className={styles.list}>
        <Entries
          entries={operators.map((operator) => ({
            key: operator.id,
            title: (
              <span className={styles.line}>
                {operator.name || shownEmail(operator.email)}
                <Tag tone={tones[operator.state]}>{t(`operators.states.${operator.state}`)}</Tag>
              </span>
            ),
            detail: [
              ...(operator.name === '' ? [] : [shownEmail(operator.email)]),
              t(`roles.${operator.role}`),
              ...(operator.last_used_at === null
                ? []
                : [t('sessions.used', { at: shortMoment(operator.last_used_at) })]),
            ].join(' · '),
            end: (
              <span className={styles.line}>
                <HistoryLink type="operators" id={operator.id} />
                {operator.state !== 'removed' &&
                  (['role', 'reset', 'remove'] as const).map((kind) => (
                    <Button key={kind} kind="text" onClick={() => setOpen({ kind, operator })}>
                      {t(`operators.${kind}.open`)}
                    </Button>
                  ))}
              </span>
            ),
          }))}
        />
      </div>
      <Dialog isOpen={open?.kind === 'invite'} onClose={close} title={t('operators.invite')}>
        <RecordForm
          form={inviteForm(operatorRoles.map((value) => ({ value, text: t(`roles.${value}`) })))}
          onCancel={close}
          onDone={({ item, link }) => {
            setOpen({ kind: 'link', email: item.email, link });
            void revalidate();
          }}
        />
      </Dialog>
      {open !== null && 'operator' in open && (
        <Dialog isOpen onClose={close} title={t(`operators.${open.kind}.open`)}>
          <p>{t(`operators.${open.kind}.text`, { email: shownEmail(open.operator.email) })}</p>
          {open.kind !== 'reset' && open.operator.keys > 0 && (
            <p>{t(`operators.${open.kind}.keys`, { count: open.operator.keys })}</p>
          )}
          {open.kind === 'role' && (
            <RecordForm
              form={roleForm(
                open.operator,
                operatorRoles.map((value) => ({ value, text: t(`roles.${value}`) })),
              )}
              onCancel={close}
              onDone={() => finish(t('operators.role.done'))}
            />
          )}
          {open.kind === 'reset' && (
            <RecordForm
              form={resetForm(open.operator)}
              onCancel={close}
              onDone={({ item, link }) => {
                setOpen({ kind: 'link', email: item.email, link });
                void revalidate();
              }}
            />
          )}
          {open.kind === 'remove' && (
            <RecordForm
              form={removeForm(open.operator)}
              onCancel={close}
              onDone={() => finish(t('operators.remove.done'))}
            />
          )}
        </Dialog>
      )}
      <Dialog isOpen={open?.kind === 'link'} onClose={close} title={t('operators.link')}>
        {open?.kind === 'link' && (
          <OneTimeValue text={t('operators.linkText', { email: shownEmail(open.email) })} value={open.link} />
        )}
      </Dialog>
    </>
  );
}

type Options = readonly { readonly value: string; readonly text: string }[];

const invitation = z.object({
  email: z.string().check(z.trim(), z.refine(isEmailAddress)),
  role: operatorRole,
});

function inviteForm(
  options: Options,
): FormDescription<z.output<typeof invitation>, EndpointValue<typeof operatorTeamEndpoints.inviteOperator>> {
  return {
    schema: invitation,
    fields: [
      { name: 'email', label: 'login.email', kind: 'email' },
      { name: 'role', label: 'operators.roleLabel', kind: 'choice', options },
    ],
    submitLabel: 'operators.inviteSubmit',
    defaultValues: { email: '', role: 'support' },
    send: (body) => call(operatorTeamEndpoints.inviteOperator, { body }),
  };
}

const role = z.object({ role: operatorRole });

function roleForm(operator: Operator, options: Options): FormDescription<z.output<typeof role>, unknown> {
  return {
    schema: role,
    fields: [{ name: 'role', label: 'operators.roleLabel', kind: 'choice', options }],
    submitLabel: 'operators.role.submit',
    defaultValues: { role: operator.role },
    send: (body) => call(operatorTeamEndpoints.changeOperatorRole, { params: { id: operator.id }, body }),
  };
}

const resetForm = ({ id }: Operator) =>
  confirmationForm('operators.reset.submit', () =>
    call(operatorTeamEndpoints.resetOperator, { params: { id } }),
  );

const removeForm = ({ id }: Operator) =>
  confirmationForm('operators.remove.submit', () =>
    call(operatorTeamEndpoints.removeOperator, { params: { id } }),
  );
