import { useTranslation } from 'react-i18next';
import { formatPrice, noCents } from '#core/rules/money.ts';
import type { Redemption } from '#core/rules/redemption.ts';
import { Button } from '#ui/components/button/button.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './redeem.module.css';

interface GivenProps {
  readonly redemption: Redemption;
  readonly onAnother: () => void;
}

/** What the code has given, and where to go with it. */
export function Given({ redemption, onAnother }: GivenProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const dateText = useDateText();
  const { kind, product_title, credit, ends_on } = redemption;
  const words = {
    course: () => t('redeem.given_course', { title: product_title ?? '' }),
    membership: () => t('redeem.given_membership', { day: dateText(ends_on ?? '') }),
    voucher: () => t('redeem.given_voucher', { amount: formatPrice(credit ?? noCents, locale) }),
  };

  return (
    <div className={styles.form}>
      <Notice tone="success" title={t('redeem.given_title')} isLive>
        {words[kind]()}
      </Notice>
      <LinkButton to={kind === 'course' ? '/profil/master' : '/kurse'} size="large" isWide>
        {t(kind === 'course' ? 'redeem.to_my_courses' : 'redeem.to_courses')}
      </LinkButton>
      <Button kind="text" onClick={onAnother}>
        {t('redeem.another')}
      </Button>
    </div>
  );
}
