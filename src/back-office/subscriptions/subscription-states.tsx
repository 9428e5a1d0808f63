import { useTranslation } from 'react-i18next';
import type { OperatorSubscriptionRow } from '#api/subscriptions/operator-subscription-endpoints.ts';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';

interface SubscriptionProps {
  readonly subscription: OperatorSubscriptionRow;
}

const tones: Readonly<Record<OperatorSubscriptionRow['status'], Tone>> = {
  active: 'good',
  past_due: 'bad',
  cancelled: 'waiting',
  expired: 'quiet',
};

/** State of a subscription, with the number of failed attempts of a refused renewal. */
export function SubscriptionStateTag({ subscription: { status, failures } }: SubscriptionProps) {
  const name = useNames();
  const stage = status === 'past_due' && failures > 0 ? `, ${name('stage', String(failures))}` : '';
  return (
    <Tag tone={tones[status]}>
      {name('subscription', status)}
      {stage}
    </Tag>
  );
}

/** Date of the next charge, or of the end. */
export function NextCharge({ subscription: { status, renews, next_action_at, ends_on } }: SubscriptionProps) {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  if (ends_on !== null) return t('subscriptions.ends', { day: day(`${ends_on}T12:00:00Z`) });
  if (status === 'expired') return '–';
  if (next_action_at === null) return t('subscriptions.charging');
  return renews ? day(next_action_at) : t('subscriptions.ends', { day: day(next_action_at) });
}
