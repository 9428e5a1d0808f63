import { useTranslation } from 'react-i18next';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import type { ContentPage } from '#core/model/content.ts';
import type { Withdrawal } from '#core/model/declaration.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { DeclarationSteps } from '#ui/components/consumer-rights/declaration-steps.tsx';
import { LegalText } from '#ui/components/consumer-rights/legal-text.tsx';
import {
  type SentDeclaration,
  stepQuery,
  useDeclaration,
} from '#ui/components/consumer-rights/use-declaration.ts';
import type { Fact } from '#ui/components/parts/fact-list.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './withdrawal.module.css';
import { readWithdrawal, sendWithdrawal } from './withdrawal-action.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

export const handle: RouteHandle = { theme: 'paper' };

const route = '/widerrufsbelehrung';

/** Number of latest payments whose orders are offered. */
const mostPayments = 20;

/**
 * Loads the instructions and the learner's orders. No orders for guests and on failure, because a number can be typed.
 */
async function loadWithdrawal({ context }: LoaderFunctionArgs): Promise<{
  readonly page: ContentPage;
  readonly orders: readonly PaymentRecord[];
  /** The withdrawal sent without JavaScript. */
  readonly posted: SentDeclaration<Withdrawal> | null;
}> {
  const shop = context.get(shopContext);
  const [page, orders] = await Promise.all([
    shop.api.getContentPage({ params: { slug: route.slice(1) } }),
    listOrders(shop),
  ]);
  return { page: valueOrThrow(page), orders, posted: null };
}

async function listOrders({ api, stores }: Shop): Promise<readonly PaymentRecord[]> {
  if (stores.session.snapshot.status === 'guest') return [];
  const response = await api.listPayments({ query: { page: { number: 1, size: mostPayments } } });
  return response.ok ? response.value.items.filter((payment) => payment.kind === 'charge') : [];
}

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await loadWithdrawal(args)),
  posted: await readWithdrawal(args),
});

export const clientLoader = loadWithdrawal;

export const action = (args: ActionFunctionArgs) => sendWithdrawal(args);

/** Changing the step of the declaration does not reload the data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/**
 * The page with the withdrawal instructions and the withdrawal form
 * (docs/behaviour/consumer-rights.md#withdrawal-page).
 */
export default function WithdrawalRoute() {
  const { t } = useTranslation('base');
  const { page, orders, posted } = useLoaderData<typeof loader>();
  const { actions } = useShop();
  const declaration = useDeclaration('withdrawal', actions.declareWithdrawal, posted);
  const rowsOf = useWithdrawalRows();

  if (declaration.step === 'start') return <Instruction page={page} />;
  return (
    <div className={layout.wrap}>
      <PageMeta title={t('withdrawal.title')} description={page.description} robots="noindex" />
      <DeclarationSteps
        kind="withdrawal"
        declaration={declaration}
        form={<WithdrawalForm orders={orders} declaration={declaration} />}
        rowsOf={rowsOf}
      >
        <p>
          <ShopLink to={route}>{t('withdrawal.instruction')}</ShopLink>
        </p>
      </DeclarationSteps>
    </div>
  );
}

/** The withdrawal instructions with the button that opens the form. */
function Instruction({ page }: { readonly page: ContentPage }) {
  const { t } = useTranslation('base');
  return (
    <>
      <PageMeta title={page.title} description={page.description} />
      <LegalText page={page}>
        <section className={styles.start} aria-labelledby="withdrawal-start">
          <h2 id="withdrawal-start">{t('withdrawal.start_title')}</h2>
          <p>{t('withdrawal.start_text')}</p>
          <LinkButton to={`${route}${stepQuery('form')}`} size="large">
            {t('withdrawal.title')}
          </LinkButton>
        </section>
      </LegalText>
    </>
  );
}

/** Returns a function for the rows of a withdrawal's receipt. */
function useWithdrawalRows(): (declared: Withdrawal) => readonly Fact[] {
  const { t } = useTranslation('base');
  return ({ code, lines, reason, name, email }) => [
    { label: t('declaration.code'), value: code },
    {
      label: t('withdrawal.scope'),
      value:
        lines === null
          ? t('withdrawal.scopes.everything')
          : lines.map(({ id, quantity }) => (quantity === null ? id : `${quantity} × ${id}`)).join('\n'),
    },
    ...(reason === null ? [] : [{ label: t('withdrawal.reason'), value: reason }]),
    { label: t('declaration.name'), value: name },
    { label: t('declaration.email'), value: email },
  ];
}
