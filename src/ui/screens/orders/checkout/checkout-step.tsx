import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  checkoutSteps,
  isEarlierStep,
  type CheckoutStep as StepName,
} from '#core/rules/orders/checkout-steps.ts';
import type { CheckoutMessage } from '#core/storefront/orders/checkout.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Notice, NoticeRegion, type NoticeTone } from '#ui/components/parts/notice.tsx';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import styles from './checkout-step.module.css';

interface CheckoutStepProps {
  readonly name: StepName;
  readonly current: StepName;
  readonly title: string;
  /** Summary shown when the step is done. */
  readonly done?: ReactNode;
  readonly changeLabel?: string;
  readonly onChange?: () => void;
  /** Whether the content stays mounted but hidden while another step is open. */
  readonly isKept?: boolean;
  /** Content of the step while open. */
  readonly children: ReactNode;
}

/** One step of the checkout: done, open or upcoming. When it opens, its heading takes the focus. */
export function CheckoutStep({
  name,
  current,
  title,
  done,
  changeLabel,
  onChange,
  isKept = false,
  children,
}: CheckoutStepProps) {
  const { t } = useTranslation('checkout');
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = name === current;
  const isLast = name === checkoutSteps.at(-1);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      heading.current?.focus({ preventScroll: true });
      // The last step starts with the whole order, which is at the top of the page on phones.
      if (isLast) window.scrollTo(0, 0);
      else heading.current?.scrollIntoView({ block: 'start' });
    }
    wasOpen.current = isOpen;
  }, [isOpen, isLast]);

  const isDone = isEarlierStep(name, current);
  return (
    <section
      className={classNames(styles.step, isOpen && styles.open, !isOpen && !isDone && styles.next)}
      aria-labelledby={`step-${name}`}
    >
      <div className={styles.head}>
        <h2 id={`step-${name}`} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {isDone && (
          <button type="button" className={styles.change} aria-label={changeLabel} onClick={onChange}>
            {t('change')}
          </button>
        )}
      </div>
      {(isOpen || isKept) && <div hidden={!isOpen}>{children}</div>}
      {isDone && <div className={styles.done}>{done}</div>}
    </section>
  );
}

const tones: Record<Extract<CheckoutMessage, string>, NoticeTone> = {
  declined: 'error',
  cancelled: 'info',
  expired: 'info',
  not_completed: 'info',
  reentered: 'info',
  total_changed: 'warning',
  lines_changed: 'warning',
  payment_dropped: 'warning',
  lost: 'error',
};

const texts = {
  declined: 'payment.declined',
  cancelled: 'payment.cancelled',
  expired: 'payment.expired',
  not_completed: 'payment.not_completed',
  reentered: 'payment.reentered',
  total_changed: 'review.total_changed',
  lines_changed: 'review.lines_changed',
  payment_dropped: 'review.payment_dropped',
  lost: 'review.lost',
} as const;

interface CheckoutNoticeProps {
  readonly message: CheckoutMessage | null;
}

/** Announces a message of the checkout. The live region of those that are not urgent is always mounted. */
export function CheckoutNotice({ message }: CheckoutNoticeProps) {
  const { t } = useTranslation('checkout');
  const info = typeof message === 'string' && tones[message] === 'info' ? message : null;
  return (
    <>
      <NoticeRegion>{info !== null && <Notice>{t(texts[info])}</Notice>}</NoticeRegion>
      {info === null && <UrgentNotice message={message} />}
    </>
  );
}

/** A warning or an error. */
function UrgentNotice({ message }: CheckoutNoticeProps) {
  const { t } = useTranslation('checkout');
  const failureText = useFailureText();
  if (message === null) return null;
  if (typeof message === 'object') {
    return 'cardFailure' in message ? (
      <Notice tone="error">{t(`payment.error.${message.cardFailure}`)}</Notice>
    ) : (
      <Notice tone="error" title={t('review.failed')}>
        {failureText(message)}
      </Notice>
    );
  }
  return (
    <Notice tone={tones[message]} isLive>
      {t(texts[message])}
    </Notice>
  );
}
