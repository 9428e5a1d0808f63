import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CartItem } from '#core/model/cart.ts';
import { localePath } from '#core/rules/navigation.ts';
import { sharedCartRoute, sharedProducts } from '#core/rules/shared-cart.ts';
import { Button } from '#ui/components/button.tsx';
import { TextField } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden.tsx';
import { emailField } from '#ui/forms/field-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './keep-cart.module.css';

const keepSchema = z.object({ email: emailField });

/** The link to a cart, to copy or to be mailed once (docs/behaviour/cart.md#shared-cart). */
export function KeepCart({ products }: { readonly products: readonly CartItem[] }) {
  const { t } = useTranslation('cart');
  const { api } = useShop();
  const locale = useLocale();
  const learner = useLearner();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm(keepSchema, { defaultValues: { email: learner?.email ?? '' } });
  const address = `${window.location.origin}${localePath(locale, sharedCartRoute(products))}`;

  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Not allowed by the browser: the address is selected and can be copied by hand.
      setCopied(false);
    }
  }

  const submit = form.handleSubmit(async ({ email }) => {
    const response = await api.mailCart({ body: { email, products: [...sharedProducts(products)] } });
    if (response.ok) setSentTo(email);
    else form.showFailure(response.error);
  });

  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        <TextField ref={field} label={t('keep.link')} value={address} readOnly />
        <Button kind="outline" onClick={copy}>
          {isCopied ? t('keep.copied') : t('keep.copy')}
        </Button>
        <VisuallyHidden role="status">{isCopied ? t('keep.copied') : ''}</VisuallyHidden>
      </div>
      {sentTo === null ? (
        <form className={styles.way} method="post" noValidate onSubmit={submit}>
          <TextField
            type="email"
            label={t('keep.email')}
            hint={t('keep.email_hint')}
            autoComplete="email"
            {...form.field('email')}
          />
          {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
          <Button type="submit" isLoading={form.isSubmitting}>
            {t('keep.send')}
          </Button>
        </form>
      ) : (
        <Notice tone="success" title={t('keep.sent_title')} isLive>
          {t('keep.sent', { email: sentTo })}
        </Notice>
      )}
    </div>
  );
}
