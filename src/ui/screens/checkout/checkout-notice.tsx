import { useTranslation } from 'react-i18next';
import type { NoticeTone } from '#ui/components/notice/notice.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import type { CheckoutMessage } from './use-checkout.ts';

const tones: Record<Extract<CheckoutMessage, string>, NoticeTone> = {
  declined: 'error',
  reentered: 'info',
  total_changed: 'warning',
  lost: 'error',
};

const texts = {
  declined: 'payment.declined',
  reentered: 'payment.reentered',
  total_changed: 'review.total_changed',
  lost: 'review.lost',
} as const;

/** What the shopper has to know before going on; nothing without a message. */
export function CheckoutNotice({ message }: { readonly message: CheckoutMessage | null }) {
  const { t } = useTranslation('checkout');
  if (message === null) return null;
  if (typeof message === 'object') {
    return (
      <Notice tone="error" title={t('review.failed')}>
        {message.text}
      </Notice>
    );
  }
  return (
    <Notice tone={tones[message]} isLive>
      {t(texts[message])}
    </Notice>
  );
}
