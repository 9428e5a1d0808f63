import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  maxFreePeriods,
  type OperatorSubscription,
  operatorSubscriptionEndpoints,
} from '#api/subscriptions/operator-subscription-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { confirmationForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import type { ActionOutcome } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';

interface SubscriptionActionsProps {
  readonly subscription: OperatorSubscription;
  /** Called with the outcome of an action. */
  readonly onOutcome: (outcome: ActionOutcome) => void;
}

/** Actions that the state of the subscription allows: charge again, cancel, give months. */
export function SubscriptionActions({ subscription, onOutcome }: SubscriptionActionsProps) {
  const { t } = useTranslation('backOffice');
  const { money, day } = useFormats();
  const { id, code, status, renews, period_months, free_periods, price, on_cancel } = subscription;
  const params = { id };
  const { retryRenewal, stopSubscription, giveFreePeriods } = operatorSubscriptionEndpoints;
  const months = Array.from({ length: maxFreePeriods + 1 }, (_, count) => ({
    value: String(count),
    text: t('subscription.freeMonths', { count }),
  }));
  return (
    <>
      {status === 'past_due' && (
        <RecordAction
          label="subscription.retry"
          kind="gold"
          text={t('subscription.retryText', { price: money(price) })}
          form={confirmationForm('subscription.retry', () => call(retryRenewal, { params }))}
          onDone={({ outcome }) => {
            const text = t(`subscription.${outcome}`);
            onOutcome(outcome === 'declined' ? { refused: text } : text);
          }}
        />
      )}
      {status === 'active' && renews && period_months === 1 && (
        <RecordAction
          label="subscription.give"
          text={t('subscription.giveText')}
          form={{
            schema: z.object({ periods: z.string() }),
            fields: [{ name: 'periods', label: 'subscription.free', kind: 'choice', options: months }],
            defaultValues: { periods: String(free_periods) },
            submitLabel: 'subscription.give',
            send: ({ periods }) =>
              call(giveFreePeriods, { params, body: { periods: Number(periods), seen: free_periods } }),
          }}
          onDone={() => onOutcome(t('subscription.given'))}
        />
      )}
      {on_cancel !== null && (
        <RecordAction
          label="subscription.stop"
          title={`${t('subscription.stop')}: ${code}`}
          text={[
            t('subscription.stopText', {
              day: day(`${on_cancel.ends_on}T12:00:00Z`),
              refund: money(on_cancel.refund),
            }),
            ...(on_cancel.needs_proof ? [t('refund.proof')] : []),
          ].join(' ')}
          form={confirmationForm('subscription.stop', () => call(stopSubscription, { params }))}
          onDone={() => onOutcome(t('subscription.stopped'))}
        />
      )}
    </>
  );
}
