import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
  useLoaderData,
} from 'react-router';
import type { SavedAddress } from '#core/model/address.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { mapResult } from '#core/rules/basics/result.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { takesPaymentMethod } from '#core/rules/subscriptions/subscription-terms.ts';
import { ProfileNavigation } from '#ui/components/accounts/profile-navigation.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { PageHead } from '#ui/components/parts/page-parts.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { CardEntryFailure, CardEntryForm, useCardEntry } from '#ui/components/payments/card-form.tsx';
import { cardChoices, PaymentMethods, useCardProviders } from '#ui/components/payments/payment-methods.tsx';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useReloadOnLeave } from '#ui/document/use-reload-on-leave.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { redirectFrom, requireLogin, valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './card-change.module.css';

export const handle: RouteHandle = { theme: 'paper' };

const mostSubscriptions = 50;

/**
 * Loads the subscription in the address and the billing address. If no charges will follow, redirects to the purchases
 * page.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<{
  readonly subscription: Subscription;
  readonly address: SavedAddress | null;
}> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const wanted = new URL(request.url).searchParams.get('vertrag');
  const [subscriptions, addresses] = await Promise.all([
    shop.api.listSubscriptions({ query: { page: { number: 1, size: mostSubscriptions } } }),
    shop.api.listAddresses({ query: { page: { size: 100 } } }),
  ]);
  const subscription = valueOrThrow(subscriptions).items.find((one) => one.id === wanted);
  if (subscription === undefined || !takesPaymentMethod(subscription)) {
    throw redirectFrom(request, localePath(shop.stores.locale.snapshot.locale, '/profil/subscription'));
  }
  const known = addresses.ok ? addresses.value.items : [];
  return { subscription, address: known.find((one) => one.is_default_billing) ?? known[0] ?? null };
}

/** Always loads a new document: only its Content-Security-Policy allows the provider's iframes. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): never {
  throw redirectDocument(request.url);
}

/** Keeps the loaded data, because the card belongs to this subscription. */
export function shouldRevalidate(): boolean {
  return false;
}

/**
 * The page to change the card of a membership or subscription (docs/behaviour/subscriptions.md#changed-payment-method).
 */
export default function CardChangeRoute() {
  const { t } = useTranslation('myProfile');
  const { subscription, address } = useLoaderData<typeof loader>();
  const [changed, setChanged] = useState<Subscription | null>(null);
  useReloadOnLeave('/profil/payment');
  const { title } = subscription.product;
  return (
    <>
      <PageMeta title={t('card.title')} description={t('card.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={layout.wrap}>
        <PageHead title={t('card.title')} lead={t('card.lead', { title })} />
        <div className={styles.page}>
          {changed === null ? (
            <CardChangeForm subscription={subscription} address={address} onChanged={setChanged} />
          ) : (
            <CardChanged subscription={changed} />
          )}
        </div>
      </div>
    </>
  );
}

interface CardChangeFormProps {
  readonly subscription: Subscription;
  /** Billing address for the bank's verification; null if unknown. */
  readonly address: SavedAddress | null;
  readonly onChanged: (subscription: Subscription) => void;
}

function CardChangeForm({ subscription, address, onChanged }: CardChangeFormProps) {
  const { t } = useTranslation(['myProfile', 'checkout']);
  const { actions } = useShop();
  const learner = useLearner();
  const methodText = useMethodText();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string | null>(null);
  const { id, payment_method, status, price } = subscription;
  const cards = useCardProviders();
  const entry = useCardEntry({
    // Only the chosen provider's fields are mounted.
    subjectId: `${id} ${cards.chosen}`,
    start: async () => mapResult(await actions.startCardChange(id), cards.take),
  });
  const choices = cardChoices(
    cards,
    t('checkout:payment.card'),
    <CardEntryForm entry={entry} provider={cards.provider} />,
  );

  async function change(): Promise<void> {
    if (!entry.startValidation()) return;
    setError(null);
    const owner = address ?? learner;
    const nonce = await entry.tokenize({
      amount: price,
      email: learner?.email ?? '',
      billing_name: `${owner?.firstname ?? ''} ${owner?.lastname ?? ''}`.trim(),
      billing_country: address?.country ?? 'DE',
      billing_address: address,
      is_kept: true,
    });
    if (nonce === null) return;
    const response = await actions.changePaymentMethod(id, { ...nonce, provider: cards.provider });
    if (response.ok) return onChanged(response.value);
    setError(failureText(response.error));
    // A nonce can be used only once.
    entry.restart();
  }

  return (
    <>
      <dl className={styles.now}>
        <dt>{t('card.until_now')}</dt>
        <dd>{payment_method === null ? t('purchases.no_method') : methodText(payment_method)}</dd>
      </dl>
      {status === 'past_due' && <Notice tone="warning">{t('card.charged_at_once')}</Notice>}
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(change);
        }}
      >
        <PaymentMethods
          choices={choices}
          chosen={choices.find(({ children }) => children !== false)?.id ?? null}
          onChoose={cards.choose}
        />
        <CardEntryFailure entry={entry} />
        {error !== null && <Notice tone="error">{error}</Notice>}
        <div className={styles.actions}>
          <Button type="submit" size="large" isLoading={isBusy} disabled={!entry.isReady}>
            {t('card.submit')}
          </Button>
          <LinkButton to="/profil/subscription" kind="text" reloadDocument>
            {t('card.cancel')}
          </LinkButton>
        </div>
      </form>
      <VisuallyHidden role="status">{isBusy ? t('checkout:payment.verifying') : ''}</VisuallyHidden>
    </>
  );
}

/** The message after the card was changed; an overdue charge may still be running. */
function CardChanged({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('myProfile');
  const methodText = useMethodText();
  const { payment_method, status } = subscription;
  const method = payment_method === null ? '' : methodText(payment_method);
  return (
    <>
      <Notice tone="success" title={t('card.changed_title')} isLive>
        {t(status === 'past_due' ? 'card.changed_waiting' : 'card.changed', { method })}
      </Notice>
      <LinkButton to="/profil/subscription" size="large" reloadDocument>
        {t('card.back')}
      </LinkButton>
    </>
  );
}
