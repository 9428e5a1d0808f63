import { useTranslation } from 'react-i18next';
import type { Redemption } from '#core/model/code.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { loginSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './found-code.module.css';

interface RedeemAccountProps {
  readonly code: string;
  readonly onRedeemed: (redemption: Redemption) => void;
  /**
   * Called if the guest was logged in but the account cannot redeem the code; without a reason if the e-mail address
   * has to be confirmed first, which the page says itself.
   */
  readonly onRefused: (reason: string | null) => void;
}

/** Logs in or registers a guest by e-mail and password and redeems the code. */
export function RedeemAccount({ code, onRedeemed, onRefused }: RedeemAccountProps) {
  const { t } = useTranslation(['base', 'auth', 'component']);
  const { actions } = useShop();
  const locale = useLocale();
  const back = encodeURIComponent(`/${locale}/redeem?code=${encodeURIComponent(code)}`);
  const form = useSchemaForm(loginSchema, { defaultValues: { email: '', password: '', code: '' } });

  const submit = form.handleSubmit(async ({ email, password }) => {
    const entered = await actions.enterCampaign({ email, password, code });
    if (entered.ok && entered.value.redemption !== null) onRedeemed(entered.value.redemption);
    else if (entered.ok && entered.value.refusal === 'EMAIL_NOT_CONFIRMED') onRefused(null);
    else if (entered.ok) onRefused(entered.value.detail ?? t('component:failure.other'));
    else if (entered.error.code === 'WRONG_CREDENTIALS')
      form.setError('password', { type: 'server', message: t('redeem.wrong') }, { shouldFocus: true });
    else form.showFailure(entered.error);
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} aria-label={t('redeem.account')}>
      <p>{t('redeem.log_in_first')}</p>
      <TextField
        type="email"
        label={t('auth:login.email')}
        autoComplete="username"
        autoFocus
        {...form.field('email')}
      />
      <PasswordField
        label={t('auth:login.password')}
        hint={t('auth:register.password_hint')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <Button type="submit" size="large" isWide isLoading={form.isSubmitting}>
        {t('redeem.account_submit')}
      </Button>
      <ShopLink to={`/auth/login?returnTo=${back}`}>{t('redeem.log_in')}</ShopLink>
    </form>
  );
}
