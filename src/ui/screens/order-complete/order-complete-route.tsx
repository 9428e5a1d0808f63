import { useTranslation } from 'react-i18next';
import type { Order } from '#core/rules/order.ts';
import { answerOrThrow } from '#ui/answer-or-throw.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import type { RouteHandle } from '#ui/route-handle.ts';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/order-complete-route.ts';
import { AwaitedTransfer } from './awaited-transfer.tsx';
import { OpenOrder } from './open-order.tsx';
import styles from './order-complete.module.css';
import { OrderDetails } from './order-details.tsx';
import { PaidOrder } from './paid-order.tsx';
import { SettledElsewhere } from './settled-elsewhere.tsx';
import { useWatchedOrder } from './use-watched-order.ts';
import { WaitingOrder } from './waiting-order.tsx';

export const handle: RouteHandle = { theme: 'paper' };

/** The order for its buyer only: a guest is known by the order's cookie, a learner by the session; others get a 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return { order: answerOrThrow(await context.get(shopContext).queries.getOrder(params.id)) };
}

export default function OrderCompleteRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('checkout');
  const { order, isLost } = useWatchedOrder(loaderData.order);
  return (
    <>
      <PageMeta title={t('complete.meta_title')} description={t('complete.meta_title')} robots="noindex" />
      <div className={`${layout.wrap} ${styles.page}`}>
        <div className={styles.state} aria-live="polite">
          <OrderState order={order} isLost={isLost} />
        </div>
        <OrderDetails order={order} />
      </div>
    </>
  );
}

function OrderState({ order, isLost }: { readonly order: Order; readonly isLost: boolean }) {
  switch (order.state) {
    case 'paid':
      return <PaidOrder order={order} />;
    case 'charging':
    case 'unknown':
      return <WaitingOrder order={order} isLost={isLost} />;
    case 'draft':
    case 'verified':
      return <OpenOrder order={order} />;
    case 'awaiting_payment':
      return order.bank_transfer === undefined ? (
        <SettledElsewhere order={order} state={order.state} />
      ) : (
        <AwaitedTransfer order={order} transfer={order.bank_transfer} />
      );
    case 'expired':
    case 'voided':
    case 'refunded':
      return <SettledElsewhere order={order} state={order.state} />;
  }
}
