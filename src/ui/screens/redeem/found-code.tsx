import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeInfo } from '#core/rules/code-info.ts';
import { cents, formatPrice } from '#core/rules/money.ts';
import type { Redemption } from '#core/rules/redemption.ts';
import { Button } from '#ui/components/button/button.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import styles from './redeem.module.css';

interface FoundCodeProps {
  readonly info: CodeInfo;
  readonly onGiven: (redemption: Redemption) => void;
}

/** What the code gives, and the way to get it: logged in at once, else after login or registration. */
export function FoundCode({ info, onGiven }: FoundCodeProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { actions, stores } = useShop();
  const isLoggedIn = useStore(stores.session, (state) => state.status === 'logged_in');
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string | null>(null);
  const isRedeemed = info.kind === 'gift' || info.kind === 'voucher';
  const back = encodeURIComponent(`/${locale}/redeem?code=${encodeURIComponent(info.code)}`);

  async function redeem(): Promise<void> {
    setError(null);
    const answer = await actions.redeemCode(info.code);
    if (answer.ok) onGiven(answer.value);
    else setError(failureText(answer.error));
  }

  return (
    <div className={styles.form}>
      <div className={styles.found} data-theme="paper">
        <p className={styles.code}>{info.code}</p>
        <p>
          {info.kind === 'voucher'
            ? t('redeem.gives_voucher', { amount: formatPrice(cents(info.value ?? 0), locale) })
            : info.kind === 'gift'
              ? t('redeem.gives_gift', { title: info.product_title ?? '' })
              : t('redeem.gives_coupon')}
        </p>
      </div>
      {error !== null && <Notice tone="error">{error}</Notice>}
      {isRedeemed && isLoggedIn && (
        <Button size="large" isWide isLoading={isBusy} onClick={() => run(redeem)}>
          {t('redeem.redeem')}
        </Button>
      )}
      {isRedeemed && !isLoggedIn && (
        <>
          <p>{t('redeem.log_in_first')}</p>
          <LinkButton to={`/auth/login?returnTo=${back}`} size="large" isWide>
            {t('redeem.log_in')}
          </LinkButton>
          <LinkButton to={`/auth/login?tab=register&returnTo=${back}`} kind="outline" size="large" isWide>
            {t('redeem.register')}
          </LinkButton>
        </>
      )}
      {!isRedeemed && (
        <LinkButton to="/kurse" size="large" isWide>
          {t('redeem.to_courses')}
        </LinkButton>
      )}
    </div>
  );
}
