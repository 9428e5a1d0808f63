import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Credit } from '#core/model/code.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { Page } from '#core/model/values.ts';
import { pageSizes } from '#core/rules/content/layout.ts';
import { ProfileNavigation } from '#ui/components/accounts/profile-navigation.tsx';
import { PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useFreshDocumentLinks } from '#ui/hooks/use-fresh-document-links.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { pageNumber, requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import { CreditBalances } from './credit-balances.tsx';
import { Payments } from './payments.tsx';
import styles from './purchases.module.css';
import { Subscriptions } from './subscriptions.tsx';

/** The page's data; a part is null if it could not be loaded. */
interface Purchases {
  readonly subscriptions: readonly Subscription[] | null;
  readonly payments: Page<PaymentRecord> | null;
  readonly credit: Credit | null;
}

/** Page size that is larger than the number of a learner's subscriptions. */
const mostSubscriptions = 50;

/** Loads subscriptions and a page of payments. Redirects guests to the login, which leads back. */
async function loadPurchases({ context, request }: LoaderFunctionArgs): Promise<Purchases> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const number = pageNumber(request);
  const [subscriptions, payments, credit] = await Promise.all([
    shop.api.listSubscriptions({ query: { page: { number: 1, size: mostSubscriptions } } }),
    shop.api.listPayments({ query: { page: { number, size: pageSizes.payments } } }),
    shop.api.getCredit(),
  ]);
  return {
    subscriptions: subscriptions.ok ? subscriptions.value.items : null,
    payments: payments.ok ? payments.value : null,
    credit: credit.ok ? credit.value : null,
  };
}

export const loader = loadPurchases;
export const clientLoader = loadPurchases;

/** "My purchases" (docs/behaviour/orders.md#purchase-history-page). */
export default function PurchasesRoute() {
  const { t } = useTranslation('myProfile');
  const { subscriptions, payments, credit } = useLoaderData<typeof loader>();
  useFreshDocumentLinks();
  return (
    <>
      <PageMeta title={t('purchases.title')} description={t('purchases.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('purchases.title')} lead={t('purchases.lead')} />
        <div className={styles.parts}>
          <Payments payments={payments} />
          <div className={styles.column}>
            <Subscriptions subscriptions={subscriptions} />
            <CreditBalances credit={credit} />
          </div>
        </div>
      </div>
    </>
  );
}
