import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { Notice, NoticeRegion } from '#ui/components/parts/notice.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './account-login.module.css';

export interface AccountLoginProps {
  readonly email: string;
  /** Counts how often the address form was rejected because of the account; each time this form takes the focus. */
  readonly refusals: number;
  readonly onOtherEmail: () => void;
}

/**
 * Shown if the e-mail has an account: login by password or mailed code; the cart is kept. It takes the focus only after
 * the address form was sent, because it may appear while the shopper is typing (docs/behaviour/accounts.md#login-code).
 */
export function AccountLogin({ email, refusals, onOtherEmail }: AccountLoginProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const { isBusy, error, call } = useApiCall();
  const [way, setWay] = useState<'password' | 'code'>('password');
  const heading = useRef<HTMLHeadingElement>(null);

  const secret = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (refusals > 0) heading.current?.focus();
  }, [refusals]);

  function choose(next: 'password' | 'code'): void {
    flushSync(() => setWay(next));
    secret.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = secret.current?.value ?? '';
    void call(() =>
      way === 'password'
        ? shop.actions.logIn({ identifier: email, password: typed })
        : shop.actions.logInWithCode({ email, code: typed }),
    );
  }

  return (
    <section className={styles.account} aria-labelledby="account-login">
      <h3 id="account-login" ref={heading} tabIndex={-1} className={styles.title}>
        {t('account.title')}
      </h3>
      <p className={styles.text}>{t('account.text', { email })}</p>
      <NoticeRegion>{way === 'code' && <Notice>{t('account.code_sent', { email })}</Notice>}</NoticeRegion>
      <form className={styles.form} onSubmit={submit}>
        {way === 'password' ? (
          <PasswordField
            key="password"
            ref={secret}
            label={t('account.password')}
            autoComplete="current-password"
            required
            error={error}
          />
        ) : (
          <TextField
            key="code"
            ref={secret}
            label={t('account.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            pattern="\s*([0-9]\s*){6}"
            required
            error={error}
          />
        )}
        <Button type="submit" isLoading={isBusy}>
          {way === 'password' ? t('account.log_in') : t('account.use_code')}
        </Button>
      </form>
      <div className={styles.ways}>
        <Button
          kind="text"
          onClick={() =>
            call(
              () => shop.actions.requestLoginCode({ email, isCheckout: true }),
              () => choose('code'),
            )
          }
        >
          {way === 'password' ? t('account.send_code') : t('account.send_again')}
        </Button>
        {way === 'code' && (
          <Button kind="text" onClick={() => choose('password')}>
            {t('account.use_password')}
          </Button>
        )}
        <Button kind="text" onClick={onOtherEmail}>
          {t('account.other_email')}
        </Button>
      </div>
    </section>
  );
}
