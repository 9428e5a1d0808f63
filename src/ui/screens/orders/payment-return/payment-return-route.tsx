import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { redirect, replace, useNavigate } from 'react-router';
import type { Order } from '#core/model/order.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { pathAfterAction } from '#core/rules/orders/checkout-steps.ts';
import { Button, Spinner } from '#ui/components/parts/button.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useCardTexts } from '#ui/components/payments/use-card-fields.ts';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useReloadOnLeave } from '#ui/document/use-reload-on-leave.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { clockText } from '#ui/i18n/clock-text.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/payment-return-route.ts';
import styles from './payment-return.module.css';

export const handle: RouteHandle = { theme: 'paper' };

/**
 * Loads an order that waits for its buyer's action, for the buyer only; redirects for any other order. Only the order's
 * id is read from the address: the server asks the provider for the payment's outcome.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { queries } = context.get(shopContext);
  const order = valueOrThrow(await queries.getOrder(params.id));
  const path = pathAfterAction(order);
  if (path !== null) throw replace(localePath(params.locale === 'en' ? 'en' : 'de', path));
  return { order };
}

/** A guest's order is personal data shown without a login, so the page must not be cached. */
export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

/** Some banks return the browser by a form (POST); its fields are ignored. */
export function action({ request }: Route.ActionArgs): Response {
  return redirect(new URL(request.url).pathname, 303);
}

/**
 * The page that opens a payment's action and that the buyer returns to
 * (docs/behaviour/checkout-and-payment.md#action-page).
 */
export default function PaymentReturnRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('checkout');
  const { order, isAsking, failure, act, cancel } = usePaymentAction(loaderData.order);
  const { isBusy, run } = useBusy();
  const locale = useLocale();
  const { initialState } = useShop();
  useReloadOnLeave('/checkout/');
  const kind = order.payment_action?.action.kind ?? 'redirect';
  const page = initialState.payment.pages?.[order.payment_action?.provider ?? ''];
  const provider = page?.label[locale];
  return (
    <>
      <PageMeta title={t('action.meta_title')} description={t('action.meta_title')} robots="noindex" />
      <div className={`${layout.wrap} ${styles.page}`}>
        <h1 className={styles.title}>
          {provider === undefined ? t('action.title') : t('action.page.title', { provider })}
        </h1>
        <p className={styles.lead}>
          {provider === undefined ? t('action.text') : t('action.page.text', { provider })}
        </p>
        {order.payment_action !== undefined && (
          <p>{t('action.until', { time: clockText(order.payment_action.expires_at) })}</p>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <noscript>
          <Notice tone="warning">{t('needs_script')}</Notice>
        </noscript>
        <p className={styles.waiting} role="status">
          {isAsking && (
            <>
              <Spinner />
              <span>{t('action.asking')}</span>
            </>
          )}
        </p>
        <div className={styles.buttons}>
          <Button size="large" isLoading={isBusy} onClick={() => run(act)}>
            {provider === undefined ? t(`action.continue.${kind}`) : t('action.page.continue', { provider })}
          </Button>
          <Button kind="outline" size="large" isLoading={isBusy} onClick={() => run(cancel)}>
            {t('action.other')}
          </Button>
        </div>
      </div>
    </>
  );
}

/**
 * State of an order's payment action. Asks the provider when the page opens or becomes visible again, starts an action
 * that was not started yet, and leaves the page when the payment is decided, even if by another tab or the background
 * job.
 */
function usePaymentAction(loaded: Order) {
  const shop = useShop();
  const navigate = useNavigate();
  const locale = useLocale();
  const failureText = useFailureText();
  const { t } = useTranslation('checkout');
  const { verification } = useCardTexts();
  const [order, setOrder] = useState(loaded);
  const [isAsking, setAsking] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  /** Failure of the last request; cleared by the next one. */
  const [askFailure, setAskFailure] = useState<string | null>(null);
  const isGone = useRef(false);

  const follow = useEffectEvent((current: Order) => {
    if (isGone.current) return;
    setOrder(current);
    const path = pathAfterAction(current);
    if (path === null) return;
    isGone.current = true;
    void navigate(localePath(locale, path), { replace: true });
  });

  async function ask(step: 'check' | 'return' | 'cancel'): Promise<Order | null> {
    setAsking(true);
    setAskFailure(null);
    const response = await shop.actions.continuePayment(loaded.id, step);
    setAsking(false);
    if (response.ok) return response.value;
    setAskFailure(failureText(response.error));
    return null;
  }

  async function act(current: Order = order): Promise<void> {
    const pending = current.payment_action;
    if (pending === undefined) return;
    setFailure(null);
    if (pending.action.kind === 'redirect') {
      window.location.assign(pending.action.url);
      return;
    }
    try {
      const tokenizer = await shop.actions.loadCardTokenizer(pending.provider);
      const shown = await tokenizer.continueAction?.({ data: pending.action.data, locale, verification });
      if (shown?.ok === false && shown.error.code !== 'VERIFICATION_CANCELLED')
        setFailure(t(`payment.error.${shown.error.code}`));
    } catch (fault) {
      shop.actions.reportError(fault);
      setFailure(t('payment.error.NETWORK'));
    }
    const asked = await ask('return');
    if (asked !== null) follow(asked);
  }

  async function cancel(): Promise<void> {
    setFailure(null);
    const asked = await ask('cancel');
    if (asked === null) return;
    follow(asked);
    if (pathAfterAction(asked) === null) setFailure(t('action.not_cancelled'));
  }

  const arrive = useEffectEvent(async () => {
    const asked = await ask(shop.actions.hasBegunAction(loaded) ? 'return' : 'check');
    if (asked === null || isGone.current) return;
    follow(asked);
    const begun = await shop.actions.beginAction(asked);
    if (begun.ok && begun.value && !isGone.current) await act(asked);
  });
  const look = useEffectEvent(async () => {
    const asked = document.visibilityState === 'visible' ? await ask('check') : null;
    if (asked !== null) follow(asked);
  });

  useEffect(() => {
    isGone.current = false;
    void arrive();
    const watching = shop.actions.watchOrder(loaded.id).subscribe({ next: follow, error: () => undefined });
    const looked = () => void look();
    document.addEventListener('visibilitychange', looked);
    return () => {
      isGone.current = true;
      watching.unsubscribe();
      document.removeEventListener('visibilitychange', looked);
    };
  }, [shop, loaded.id]);

  return { order, isAsking, failure: askFailure ?? failure, act: () => act(), cancel };
}
