import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { lengths } from '#core/model/values.ts';
import { localePath } from '#core/rules/navigation.ts';
import { Button } from '#ui/components/button.tsx';
import { TextField } from '#ui/components/form-fields.tsx';
import { NeedsJavaScript } from '#ui/components/needs-javascript.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { useMailToken } from '#ui/document/mail-token.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { emailField, requiredText } from '#ui/forms/field-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { AuthLayout } from '#ui/screens/login/auth-layout.tsx';
import styles from '#ui/screens/login/form.module.css';

/** Number and e-mail of an order. */
const orderLookupSchema = z.object({
  code: requiredText('Bitte geben Sie die Bestellnummer ein.', lengths.code, 'Das ist zu lang.'),
  email: emailField,
});

export const handle: RouteHandle = { takesMailToken: true };

/** A form sent before hydration changes nothing: the page is shown again. */
export function action({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}`, 303);
}

/**
 * Mails the link to an order (docs/behaviour/orders.md#order-lookup). The mailed link leads back with the order's id and
 * a token, and opens the order (docs/behaviour/orders.md#order-link).
 */
export default function OrderLookupRoute() {
  const { t } = useTranslation(['checkout', 'auth']);
  const [query] = useSearchParams();
  const token = useMailToken();
  const id = query.get('id') ?? '';
  const [brokenToken, setBrokenToken] = useState<string | null>(null);
  // Another link may be opened in the same tab.
  const isBroken = brokenToken !== null && brokenToken === token;
  const step = id === '' || token === '' || isBroken ? 'request' : 'open';

  return (
    <AuthLayout
      title={t(`lookup.${step}.title`)}
      lead={t(`lookup.${step}.lead`)}
      picture="johannes-gutenberg"
      pictureNote={t('auth:picture', { name: 'Johannes Gutenberg' })}
    >
      <PageMeta title={t('lookup.meta')} description={t('lookup.request.lead')} robots="noindex" />
      {isBroken && (
        <Notice tone="error" title={t('lookup.broken_title')} isLive>
          {t('lookup.broken')}
        </Notice>
      )}
      {step === 'request' ? (
        <RequestForm />
      ) : (
        <OpenOrder id={id} token={token ?? ''} onBroken={() => setBrokenToken(token)} />
      )}
      <NeedsJavaScript purpose={step === 'request' ? 'buy' : 'mail_link'} />
    </AuthLayout>
  );
}

interface OpenOrderProps {
  readonly id: string;
  readonly token: string;
  /** Called when the token is not valid, or not any more. */
  readonly onBroken: () => void;
}

function OpenOrder({ id, token, onBroken }: OpenOrderProps) {
  const { t } = useTranslation('checkout');
  const { actions } = useShop();
  const navigate = useNavigate();
  const locale = useLocale();
  const { isBusy, error, call } = useApiCall();

  async function open() {
    const opened = await actions.openOrder(id, token);
    if (opened.ok || opened.error.code !== 'NOT_FOUND') return opened;
    onBroken();
    return opened;
  }

  return (
    <div className={styles.form}>
      {error !== null && <Notice tone="error">{error}</Notice>}
      <Button
        size="large"
        isWide
        isLoading={isBusy}
        onClick={() => call(open, () => navigate(localePath(locale, `/checkout/complete/${id}`)))}
      >
        {t('lookup.open.submit')}
      </Button>
    </div>
  );
}

/** Asks for number and e-mail; the response is the same whether there is such an order or not. */
function RequestForm() {
  const { t } = useTranslation(['checkout', 'auth', 'base']);
  const { actions } = useShop();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm(orderLookupSchema);

  const submit = form.handleSubmit(async (query) => {
    const response = await actions.requestOrderLink(query);
    if (response.ok) setSentTo(query.email);
    else form.showFailure(response.error);
  });

  if (sentTo !== null) {
    return (
      <div className={styles.form}>
        <Notice tone="success" title={t('lookup.sent_title')} isLive>
          {t('lookup.sent', { email: sentTo })}
        </Notice>
        <Button kind="outline" onClick={() => setSentTo(null)}>
          {t('lookup.again')}
        </Button>
      </div>
    );
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        label={t('base:contact.order_code')}
        hint={t('lookup.code_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('code')}
      />
      <TextField type="email" label={t('auth:login.email')} autoComplete="email" {...form.field('email')} />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <Button type="submit" size="large" isWide isLoading={form.isSubmitting}>
        {t('lookup.submit')}
      </Button>
    </form>
  );
}
