import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { type Customer, customerEndpoints } from '#api/personal-data/operator-customer-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { saveFile } from '#back-office/kit/files/save-file.ts';
import { confirmationForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Button } from '#ui/components/parts/button.tsx';

interface CustomerActionsProps {
  readonly customer: Customer;
  /** Called with the outcome of an action. */
  readonly onOutcome: (text: string) => void;
}

const accessSchema = z.object({
  course: z.string().check(z.minLength(1)),
  reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
});

/** Actions of a customer: give or take a course, log out, export, delete; and why accounts cannot be merged. */
export function CustomerActions({ customer, onOutcome }: CustomerActionsProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { id, sessions } = customer;
  return (
    <>
      <CourseAction customer={customer} onOutcome={onOutcome} hasAccess />
      <CourseAction customer={customer} onOutcome={onOutcome} hasAccess={false} />
      {sessions.length > 0 && (
        <RecordAction
          label="customer.logOut"
          text={t('customer.logOutText')}
          form={confirmationForm('customer.logOut', () =>
            call(customerEndpoints.endCustomerSessions, { params: { id } }),
          )}
          onDone={() => onOutcome(t('customer.loggedOut'))}
        />
      )}
      {permissions.includes('customers.export') && (
        <RecordAction
          label="customer.export"
          text={t('customer.exportText')}
          form={confirmationForm('customer.export', () =>
            call(customerEndpoints.exportCustomer, { params: { id } }),
          )}
          onDone={(exported) => {
            saveFile(`${id}.json`, JSON.stringify(exported, null, 2));
            onOutcome(t('customer.exported'));
          }}
        />
      )}
      <NotJoined />
      <DeleteAction customer={customer} />
    </>
  );
}

function CourseAction({
  customer: { id, courses, other_courses },
  onOutcome,
  hasAccess,
}: CustomerActionsProps & { readonly hasAccess: boolean }) {
  const { t } = useTranslation('backOffice');
  const offered = hasAccess ? other_courses : courses.filter(({ revoked_at }) => revoked_at === null);
  if (offered.length === 0) return null;
  const label = hasAccess ? 'customer.give' : 'customer.take';
  return (
    <RecordAction
      label={label}
      text={t(hasAccess ? 'customer.giveText' : 'customer.takeText')}
      form={{
        schema: accessSchema,
        fields: [
          {
            name: 'course',
            label: 'customer.course',
            kind: 'choice',
            options: offered.map(({ course_id, title }) => ({ value: course_id, text: title })),
          },
          { name: 'reason', label: 'customer.reason', hint: 'customer.reasonHint', kind: 'long' },
        ],
        defaultValues: { course: offered[0]?.course_id ?? '', reason: '' },
        submitLabel: label,
        send: ({ course, reason }) =>
          call(customerEndpoints.setCourseAccess, {
            params: { id, course_id: course },
            body: { has_access: hasAccess, reason },
          }),
      }}
      onDone={() => onOutcome(t(hasAccess ? 'customer.given' : 'customer.tookAway'))}
    />
  );
}

function DeleteAction({ customer: { id, email, credit } }: Pick<CustomerActionsProps, 'customer'>) {
  const { t } = useTranslation('backOffice');
  const navigate = useNavigate();
  const choices = [
    { value: 'no', text: t('customer.keepCredit') },
    { value: 'yes', text: t('customer.forfeitCredit') },
  ];
  return (
    <RecordAction
      label="customer.delete"
      title={`${t('customer.delete')}: ${shownEmail(email)}`}
      text={t('customer.deleteText')}
      form={{
        schema: z.object({ forfeits: z.string() }),
        fields:
          credit > 0
            ? [{ name: 'forfeits', label: 'customer.credit', kind: 'choice', options: choices }]
            : [],
        defaultValues: { forfeits: 'no' },
        submitLabel: 'customer.delete',
        send: ({ forfeits }) =>
          call(customerEndpoints.deleteCustomer, {
            params: { id },
            body: { forfeit_credit: forfeits === 'yes' },
          }),
      }}
      onDone={() => void navigate('/customers')}
    />
  );
}

/** Button that explains why two accounts are never merged, and what to do instead. */
function NotJoined() {
  const { t } = useTranslation('backOffice');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="outline" onClick={() => setOpen(true)}>
        {t('customer.join')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('customer.join')}>
        <p>{t('customer.joinText')}</p>
      </Dialog>
    </>
  );
}
