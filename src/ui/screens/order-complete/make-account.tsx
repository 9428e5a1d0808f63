import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#core/model/order.ts';
import { Button } from '#ui/components/button.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { NewPasswordFields } from '#ui/screens/login/account-fields.tsx';
import formStyles from '#ui/screens/login/form.module.css';
import styles from './order-complete.module.css';

/**
 * Offers a guest whose order needs no account to make one (docs/behaviour/orders.md#guest-orders). The order joins it
 * when the address is confirmed.
 */
export function MakeAccount({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['checkout', 'auth']);
  const { actions } = useShop();
  const isLearner = useLearner() !== null;
  const [isMade, setMade] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const form = useSchemaForm(passwordResetSchema);
  const { email } = order;

  const submit = form.handleSubmit(async (passwords) => {
    const { firstname = '', lastname = '' } = order.billing_address ?? order.shipping_address ?? {};
    const response = await actions.register({ email, firstname, lastname, newsletter: false, ...passwords });
    if (response.ok) setMade(true);
    else if (response.error.code === 'EMAIL_TAKEN') setTaken(true);
    else form.showFailure(response.error);
  });

  if (isMade) {
    return (
      <Notice tone="success" title={t('auth:register.done_title')} isLive>
        {t('complete.account_made', { email })}
      </Notice>
    );
  }
  if (isLearner) return null;
  return (
    <section className={styles.next} aria-labelledby="account-title">
      <h2 id="account-title">{t('complete.account_title')}</h2>
      <p className={styles.accountText}>{t('complete.account_text', { email })}</p>
      <form className={formStyles.form} method="post" noValidate onSubmit={submit}>
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordFields field={form.field} />
        {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
        {isTaken && (
          <Notice tone="error">
            {t('auth:register.taken')} <ShopLink to="/auth/login">{t('auth:register.taken_login')}</ShopLink>
          </Notice>
        )}
        <div>
          <Button type="submit" kind="outline" size="large" isLoading={form.isSubmitting}>
            {t('auth:register.submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}
