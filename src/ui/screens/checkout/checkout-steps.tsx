import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { checkoutSteps, isEarlierStep, parseCheckoutStep } from '#core/rules/checkout-steps.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import styles from './checkout-steps.module.css';

/** Where one is in the checkout; it stands in the header. */
export function CheckoutSteps() {
  const { t } = useTranslation('checkout');
  const [query] = useSearchParams();
  const current = parseCheckoutStep(query.get('dialog'));
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {checkoutSteps.map((step, index) => {
        const isDone = isEarlierStep(step, current);
        return (
          <li
            key={step}
            className={styles.step}
            aria-current={step === current ? 'step' : undefined}
            data-done={isDone || undefined}
          >
            <i className={styles.mark}>{isDone ? <Icon name="check" /> : index + 1}</i>
            <span className={styles.name}>{t(`steps.${step}`)}</span>
            {isDone && <VisuallyHidden>{t('steps.done')}</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
