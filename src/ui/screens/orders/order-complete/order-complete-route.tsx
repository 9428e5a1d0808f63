import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { redirect, useRevalidator } from 'react-router';
import type { Order, OrderState as OrderStateName } from '#core/model/order.ts';
import type { TransferInstructions } from '#core/model/payment.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import type { Route as ShopRoute } from '#core/rules/basics/site-paths.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { waitsForBuyer } from '#core/rules/orders/checkout-steps.ts';
import { isCompleted, isJustBought } from '#core/rules/orders/order-states.ts';
import { formatIban } from '#core/rules/payments/format-iban.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { Button, Spinner } from '#ui/components/parts/button.tsx';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useReloadOnLeave } from '#ui/document/use-reload-on-leave.ts';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import { useFreshDocumentLinks } from '#ui/hooks/use-fresh-document-links.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/order-complete-route.ts';
import styles from './order-complete.module.css';
import { OrderDetails, PaidOrder } from './paid-order.tsx';

export const handle: RouteHandle = { theme: 'paper' };

/**
 * Loads the order, for its buyer only: guests are identified by the order token cookie, learners by the session; others
 * get a 404. If the payment waits for an action of the buyer, redirects to the page of that action.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { api, queries } = context.get(shopContext);
  const order = valueOrThrow(await queries.getOrder(params.id));
  if (waitsForBuyer(order)) throw redirect(`/${params.locale}/checkout/return/${order.id}`);
  const isNew = isJustBought(order, Date.now());
  if (!isCompleted(order)) return { order, documents: [], firstLesson: null, isNew };
  const [documents, firstLesson] = await Promise.all([
    queries.listOrderDocuments(order.id),
    findFirstLesson(api, order),
  ]);
  return { order, documents: documents.ok ? documents.value : [], firstLesson, isNew };
}

/** Returns the path of the first lesson of the first bought course, or null. */
async function findFirstLesson({ getProduct }: Shop['api'], { products }: Order) {
  const course = products.find((line) => line.kind === 'course');
  if (course === undefined) return null;
  const found = await getProduct({ params: { slug: course.slug } });
  if (!found.ok || found.value.details.kind !== 'course') return null;
  const lesson = found.value.details.parts[0]?.lessons[0];
  return lesson === undefined ? null : lessonPath(course.slug, lesson.id);
}

/** A guest's order is personal data shown without a login, so the page must not be cached. */
export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

/** Ignores a form sent before hydration and shows the page again. */
export function action({ request }: Route.ActionArgs): Response {
  return redirect(new URL(request.url).pathname, 303);
}

export default function OrderCompleteRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('checkout');
  const { order, isLost } = useWatchedOrder(loaderData.order);
  useFreshDocumentLinks();
  useReloadOnLeave('/checkout/');
  useReload(isCompleted(order) && !isCompleted(loaderData.order));
  useReload(waitsForBuyer(order));
  return (
    <>
      <PageMeta title={t('complete.meta_title')} description={t('complete.meta_title')} robots="noindex" />
      <div className={`${layout.wrap} ${styles.page}`}>
        <div className={styles.state} aria-live="polite">
          <OrderState
            order={order}
            isLost={isLost}
            firstLesson={loaderData.firstLesson}
            isNew={loaderData.isNew}
          />
        </div>
        <OrderDetails order={order} documents={loaderData.documents} />
      </div>
    </>
  );
}

interface OrderStateProps {
  readonly order: Order;
  readonly isLost: boolean;
  readonly firstLesson: ShopRoute | null;
  readonly isNew: boolean;
}

function OrderState({ order, isLost, firstLesson, isNew }: OrderStateProps) {
  switch (order.state) {
    case 'paid':
      return <PaidOrder order={order} firstLesson={firstLesson} isNew={isNew} />;
    case 'charging':
    case 'unknown':
    case 'awaiting_action':
    case 'processing':
      return <WaitingOrder order={order} isLost={isLost} />;
    case 'draft':
    case 'verified':
      return <OpenOrder order={order} />;
    case 'awaiting_payment':
      return order.bank_transfer === undefined ? (
        <ClosedOrder order={order} state={order.state} />
      ) : (
        <AwaitingTransfer order={order} transfer={order.bank_transfer} />
      );
    case 'expired':
    case 'voided':
    case 'refunded':
      return <ClosedOrder order={order} state={order.state} />;
  }
}

/**
 * Polls the order while its payment is pending. When it is completed, empties the cart and reports the purchase to
 * analytics, once. `isLost` means that the server cannot be reached any more.
 */
function useWatchedOrder(loaded: Order): { readonly order: Order; readonly isLost: boolean } {
  const shop = useShop();
  const [order, setOrder] = useState(loaded);
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    setOrder(loaded);
    setLost(false);
    const watching = shop.actions
      .watchOrder(loaded.id)
      .subscribe({ next: setOrder, error: () => setLost(true) });
    return () => watching.unsubscribe();
  }, [loaded, shop]);

  return { order, isLost };
}

/** Reloads the page's data, for the documents of an order completed meanwhile, or for the redirect to its action. */
function useReload(isLate: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isLate) void revalidate();
  }, [isLate, revalidate]);
}

/** Shown for an unpaid order, with a link back to the payment step. */
function OpenOrder({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <h1 className={styles.title}>{t('complete.open_title')}</h1>
      <p className={styles.lead}>{t('complete.open_text')}</p>
      <div>
        <LinkButton to={`/checkout/shop?dialog=payment&order=${order.id}`} size="large" reloadDocument>
          {t('complete.open_link')}
        </LinkButton>
      </div>
    </>
  );
}

interface WaitingOrderProps {
  readonly order: Order;
  readonly isLost: boolean;
}

/**
 * Shown while the payment's outcome is unknown, or while the bank or provider decides, which may take days. The outcome
 * is also mailed, except while the response to the charge is awaited.
 */
function WaitingOrder({ order, isLost }: WaitingOrderProps) {
  const { t } = useTranslation('checkout');
  const isProcessing = order.state === 'processing';
  return (
    <>
      <h1 className={styles.title}>{t(`complete.${isProcessing ? 'processing' : 'waiting'}_title`)}</h1>
      <p className={styles.lead}>{t(`complete.${isProcessing ? 'processing' : 'waiting'}_text`)}</p>
      {(isProcessing || order.state === 'unknown') && (
        <Notice>{t('complete.waiting_close', { email: shownEmail(order.email) })}</Notice>
      )}
      {isLost ? (
        <Notice tone="warning">
          <p>{t('complete.lost')}</p>
          <Button kind="text" onClick={() => window.location.reload()}>
            {t('complete.reload')}
          </Button>
        </Notice>
      ) : (
        !isProcessing && (
          <p className={styles.waiting}>
            <Spinner />
            <span>{t('complete.asking')}</span>
          </p>
        )
      )}
    </>
  );
}

interface AwaitingTransferProps {
  readonly order: Order;
  readonly transfer: TransferInstructions;
}

/** Bank details and due date of a transfer. */
function AwaitingTransfer({ order, transfer }: AwaitingTransferProps) {
  const { t } = useTranslation('checkout');
  const dateOf = useDateOfText();
  return (
    <>
      <h1 className={styles.title}>{t('complete.awaiting_title')}</h1>
      <p className={styles.lead}>{t('complete.awaiting_text', { email: shownEmail(order.email) })}</p>
      <h2>{t('complete.transfer.title')}</h2>
      <FactList
        className={styles.transfer}
        facts={[
          {
            label: t('complete.transfer.amount'),
            value: <Price amount={transfer.amount} className={styles.transferAmount} />,
          },
          { label: t('complete.transfer.account_holder'), value: transfer.account_holder },
          { label: t('complete.transfer.iban'), value: formatIban(transfer.iban) },
          { label: t('complete.transfer.bic'), value: transfer.bic },
          { label: t('complete.transfer.reference'), value: transfer.reference },
          { label: t('complete.transfer.due'), value: dateOf(transfer.due_at) },
        ]}
      />
      <p>{t('complete.transfer.kept')}</p>
    </>
  );
}

interface ClosedOrderProps {
  readonly order: Order;
  readonly state: Extract<OrderStateName, 'awaiting_payment' | 'expired' | 'voided' | 'refunded'>;
}

const texts = {
  awaiting_payment: 'complete.awaiting_text',
  expired: 'complete.expired_text',
  voided: 'complete.voided_text',
  refunded: 'complete.refunded_text',
} as const;

/** An order that waits for a transfer, or was closed. */
function ClosedOrder({ order, state }: ClosedOrderProps) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <h1 className={styles.title}>
        {state === 'awaiting_payment' ? t('complete.awaiting_title') : t('complete.closed_title')}
      </h1>
      <p className={styles.lead}>{t(texts[state], { email: shownEmail(order.email) })}</p>
    </>
  );
}
