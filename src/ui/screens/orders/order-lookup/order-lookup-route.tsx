import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { localePath, tokenOfPastedLink } from '#core/rules/basics/site-paths.ts';
import { AuthLayout } from '#ui/components/accounts/auth-layout.tsx';
import styles from '#ui/components/accounts/form.module.css';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { MailTokenField } from '#ui/components/parts/fields/mail-token-field.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useMailToken } from '#ui/document/mail-token.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { readOrderRequest, sendOrderLookup } from './order-lookup-action.ts';
import { emptyOrderLookup, orderLookupSchema } from './order-lookup-schema.ts';

const tokenId = 'mail-token';

export const handle: RouteHandle = { takesMailToken: true };

/** Returns the e-mail address that a link was sent to without JavaScript. */
export const loader = (args: LoaderFunctionArgs) => readOrderRequest(args);

export const clientLoader = () => null;

export const action = (args: ActionFunctionArgs) => sendOrderLookup(args);

/**
 * The page to request the link to an order (docs/behaviour/orders.md#order-lookup). The mailed link opens it again with
 * the order's id and a token, and then opens the order (docs/behaviour/orders.md#order-link).
 */
export default function OrderLookupRoute() {
  const { t } = useTranslation(['checkout', 'auth']);
  const [query] = useSearchParams();
  const kept = useMailToken();
  const posted = usePostedForm('open_order');
  // After a form was sent before hydration, the token is in the posted values and no longer in the address.
  const token = kept === '' ? tokenOfPastedLink(posted?.values.token?.toString() ?? '') : kept;
  const sentTo = useLoaderData<typeof loader>();
  const id = query.get('id') ?? '';
  const [brokenToken, setBrokenToken] = useState<string | null>(null);
  // Another link may be opened in the same tab, so the broken token is remembered.
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
        <Notice tone="error" title={t('lookup.broken_title')}>
          {t('lookup.broken')}
        </Notice>
      )}
      {step === 'request' ? (
        <RequestForm sentByForm={sentTo} />
      ) : (
        <OpenOrder id={id} token={token ?? ''} onBroken={() => setBrokenToken(token)} />
      )}
    </AuthLayout>
  );
}

interface OpenOrderProps {
  readonly id: string;
  readonly token: string;
  /** Called if the token is invalid or has expired. */
  readonly onBroken: () => void;
}

function OpenOrder({ id, token, onBroken }: OpenOrderProps) {
  const { t } = useTranslation('checkout');
  const { actions } = useShop();
  const locale = useLocale();
  const { isBusy, error, call } = useApiCall();
  const posted = usePostedForm('open_order');
  const refusal = useRefusal(posted, { token: tokenId }, useFormText());

  async function open() {
    const opened = await actions.openOrder(id, token);
    if (opened.ok || opened.error.code !== 'NOT_FOUND') return opened;
    onBroken();
    return opened;
  }

  return (
    <PostForm
      className={styles.form}
      refusal={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        // The pages of the checkout need a full page load.
        void call(open, () => window.location.assign(localePath(locale, `/checkout/complete/${id}`)));
      }}
    >
      {error !== null && <Notice tone="error">{error}</Notice>}
      <MailTokenField id={tokenId} posted={posted} />
      <SubmitButton form="open_order" size="large" isWide isLoading={isBusy}>
        {t('lookup.open.submit')}
      </SubmitButton>
    </PostForm>
  );
}

interface RequestFormProps {
  /** E-mail address that a link was sent to without JavaScript. */
  readonly sentByForm: string | null;
}

/** The form for order number and e-mail. The response is the same whether such an order exists or not. */
function RequestForm({ sentByForm }: RequestFormProps) {
  const { t } = useTranslation(['checkout', 'auth', 'base']);
  const { actions } = useShop();
  const [sentTo, setSentTo] = useState(sentByForm);
  const form = useSchemaForm(orderLookupSchema, {
    posted: usePostedForm('order_link'),
    defaultValues: emptyOrderLookup,
  });

  const submit = form.handleSubmit(async (query) => {
    const response = await actions.requestOrderLink(query);
    if (response.ok) setSentTo(query.email);
    else form.showFailure(response.error);
  });

  if (sentTo !== null) {
    return (
      <div className={styles.form}>
        <Notice tone="success" title={t('lookup.sent_title')} isLive>
          {t('lookup.sent', { email: shownEmail(sentTo) })}
        </Notice>
        <LinkButton to="/bestellung" kind="outline" onClick={() => setSentTo(null)}>
          {t('lookup.again')}
        </LinkButton>
      </div>
    );
  }
  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
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
      <SubmitButton form="order_link" size="large" isWide isLoading={form.isSubmitting}>
        {t('lookup.submit')}
      </SubmitButton>
    </PostForm>
  );
}
