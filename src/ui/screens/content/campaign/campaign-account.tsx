import { useTranslation } from 'react-i18next';
import type { RunningCoupon } from '#core/model/content.ts';
import type { Actions } from '#core/storefront/shop.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { loginSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import styles from './campaign.module.css';

type CampaignEntry = Parameters<Actions['enterCampaign']>[0];
type Applied = Awaited<ReturnType<Actions['applyCoupon']>>;

interface CampaignAccountProps {
  readonly coupon: RunningCoupon;
  /** Adds the offered products and enters the campaign. Resolves to null if adding failed, which was then reported. */
  readonly enter: (entry: CampaignEntry) => Promise<Applied | null>;
}

/** For guests: logs in or registers, and takes the offer. */
export function CampaignAccount({ coupon, enter }: CampaignAccountProps) {
  const { t } = useTranslation(['base', 'auth', 'component']);
  const form = useSchemaForm(loginSchema, { defaultValues: { email: '', password: '', code: '' } });

  const submit = form.handleSubmit(async ({ email, password }) => {
    const { code, campaign } = coupon;
    const entered = await enter({ email, password, code, campaign });
    if (entered === null || entered.ok) return;
    if (entered.error.code === 'WRONG_CREDENTIALS')
      form.setError('password', { type: 'server', message: t('auth:login.wrong') }, { shouldFocus: true });
    else if ('detail' in entered.error) form.showFailure(entered.error);
  });

  return (
    <details className={styles.account}>
      <summary>{t('campaign.account')}</summary>
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={submit}
        aria-label={t('campaign.account')}
      >
        <p className={styles.note}>{t('campaign.account_note', { code: coupon.code })}</p>
        <TextField
          type="email"
          label={t('auth:login.email')}
          autoComplete="username"
          {...form.field('email')}
        />
        <PasswordField
          label={t('auth:login.password')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
        <div>
          <Button type="submit" kind="outline" isLoading={form.isSubmitting}>
            {t('campaign.account_submit')}
          </Button>
        </div>
        <p className={styles.note}>
          <ShopLink to="/datenschutz">{t('component:consent.privacy')}</ShopLink>
        </p>
      </form>
    </details>
  );
}
