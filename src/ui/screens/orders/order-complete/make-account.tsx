import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#core/model/order.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { NewPasswordFields } from '#ui/components/accounts/account-fields.tsx';
import formStyles from '#ui/components/accounts/form.module.css';
import { Button } from '#ui/components/parts/button.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { passwordResetSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './order-complete.module.css';

/**
 * Sets a password for the account that the order has created (docs/behaviour/orders.md#first-password). If the order
 * needs no account, offers the guest one; the order is added to it when the address is confirmed
 * (docs/behaviour/orders.md#guest-orders).
 */
export function MakeAccount({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['checkout', 'auth']);
  const isLearner = useLearner() !== null;
  const [outcome, setOutcome] = useState<'open' | 'made' | 'refused'>('open');
  const form = useSchemaForm(passwordResetSchema);
  const makeAccount = useMakeAccount(order);
  const made = useRef<HTMLDivElement>(null);
  const { email, is_new_account: isFirst } = order;

  // The focused form was removed.
  useEffect(() => {
    if (outcome === 'made') made.current?.focus();
  }, [outcome]);

  const submit = form.handleSubmit(async (passwords) => {
    const response = await makeAccount(passwords);
    if (response.ok) setOutcome('made');
    else if (response.error.code === 'EMAIL_TAKEN' || response.error.code === 'FORBIDDEN')
      setOutcome('refused');
    else form.showFailure(response.error);
  });

  if (outcome === 'made') {
    return (
      <div ref={made} tabIndex={-1} className={styles.made}>
        <Notice
          tone="success"
          title={t(isFirst ? 'complete.first_done_title' : 'auth:register.done_title')}
          isLive
        >
          {t(isFirst ? 'complete.first_done' : 'complete.account_made', { email: shownEmail(email) })}
        </Notice>
      </div>
    );
  }
  if (isLearner) return null;
  return (
    <section className={styles.next} aria-labelledby="account-title">
      <h2 id="account-title">{t(isFirst ? 'complete.first_title' : 'complete.account_title')}</h2>
      <p className={styles.accountText}>
        {t(isFirst ? 'complete.first_text' : 'complete.account_text', { email: shownEmail(email) })}
      </p>
      <form className={formStyles.form} method="post" noValidate onSubmit={submit}>
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordFields field={form.field} />
        {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
        {outcome === 'refused' && (
          <Notice tone="error">
            {t(isFirst ? 'complete.first_closed' : 'auth:register.taken')}{' '}
            <ShopLink to="/auth/login">{t('auth:register.taken_login')}</ShopLink>
          </Notice>
        )}
        <div>
          <Button
            type="submit"
            kind={isFirst ? 'gold' : 'outline'}
            size="large"
            isLoading={form.isSubmitting}
          >
            {t(isFirst ? 'complete.first_submit' : 'auth:register.submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}

interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/** Returns a function that opens the order's account, or registers one with the name and address of the order. */
function useMakeAccount(order: Order) {
  const { actions } = useShop();
  return async (passwords: NewPassword) => {
    if (order.is_new_account) return actions.openOrderAccount(order.id, passwords);
    const { email, billing_address, shipping_address } = order;
    const address = billing_address ?? shipping_address;
    const { firstname = '', lastname = '' } = address ?? order.billing_contact ?? {};
    const made = await actions.register({ email, firstname, lastname, newsletter: false, ...passwords });
    // A failure is ignored: the address can be entered again later.
    if (made.ok && address !== null) {
      await actions.addAddress({ ...address, is_default_shipping: true, is_default_billing: true });
    }
    return made;
  };
}
