import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { ContentPage } from '#core/model/content.ts';
import type { Withdrawal } from '#core/model/declaration.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import type { Shop } from '#core/storefront/shop.ts';
import styles from '#ui/components/declaration/declaration.module.css';
import type { DeclaredRow } from '#ui/components/declaration/declaration-steps.tsx';
import {
  DeclarationNeedsJavaScript,
  DeclarationReceipt,
  DeclarationReview,
  EarlierReceipt,
  StepHeading,
  StepSkeleton,
} from '#ui/components/declaration/declaration-steps.tsx';
import { searchFor, useDeclaration } from '#ui/components/declaration/use-declaration.ts';
import { LinkButton } from '#ui/components/links.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import { LegalText } from '#ui/screens/legal/legal-text.tsx';
import layout from '#ui/styles/layout.module.css';
import own from './withdrawal.module.css';
import type { WithdrawalDraft } from './withdrawal-draft.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

export const handle: RouteHandle = { theme: 'paper' };

const route = '/widerrufsbelehrung';

/** So many of a learner's last payments are looked through for orders to choose from. */
const mostPayments = 20;

/** The instruction, and a learner's orders; guests type a number. Without an answer they type it, too. */
async function loadWithdrawal({ context }: LoaderFunctionArgs): Promise<{
  readonly page: ContentPage;
  readonly orders: readonly PaymentRecord[];
}> {
  const shop = context.get(shopContext);
  const [page, orders] = await Promise.all([shop.queries.getContentPage(route.slice(1)), listOrders(shop)]);
  return { page: valueOrThrow(page), orders };
}

async function listOrders({ queries, stores }: Shop): Promise<readonly PaymentRecord[]> {
  if (stores.session.snapshot.status === 'guest') return [];
  const answer = await queries.listPayments({ number: 1, size: mostPayments });
  return answer.ok ? answer.value.items.filter((payment) => payment.kind === 'charge') : [];
}

export const loader = loadWithdrawal;
export const clientLoader = loadWithdrawal;

/** Going from step to step asks for nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** The instruction with its button, and the withdrawal itself, without login (decisions §8, § 356a BGB). */
export default function WithdrawalRoute() {
  const { t } = useTranslation('base');
  const { page, orders } = useLoaderData<typeof loader>();
  const { actions } = useShop();
  const { step, draft, receipt, earlier, ...go } = useDeclaration<WithdrawalDraft>('withdrawal');
  const rowsOf = useWithdrawalRows();

  if (step === 'start') return <Instruction page={page} />;
  return (
    <div className={layout.wrap}>
      <PageMeta title={t('withdrawal.title')} description={page.description} robots="noindex" />
      <div className={styles.page}>
        {step === 'form' && (
          <>
            <StepHeading title={t('withdrawal.title')} lead={t('withdrawal.lead')} />
            <EarlierReceipt receipt={earlier} />
            <DeclarationNeedsJavaScript />
            <WithdrawalForm typed={draft?.form ?? null} orders={orders} onReady={go.review} />
          </>
        )}
        {step === 'review' && draft !== null && (
          <DeclarationReview
            title={t('withdrawal.review')}
            lead={t('withdrawal.review_lead')}
            rows={rowsOf(draft.declared)}
            confirmLabel={t('withdrawal.confirm')}
            onConfirm={() => actions.declareWithdrawal(draft.declared)}
            onReceipt={go.finish}
            onChange={go.change}
          />
        )}
        {step === 'receipt' && draft !== null && receipt !== null && (
          <DeclarationReceipt
            title={t('withdrawal.received')}
            receipt={receipt}
            email={draft.declared.email}
            rows={rowsOf(draft.declared)}
          >
            <p>{t('withdrawal.afterwards')}</p>
          </DeclarationReceipt>
        )}
        {step === 'waiting' && <StepSkeleton />}
      </div>
    </div>
  );
}

/** What the law says, and the button that starts the withdrawal. */
function Instruction({ page }: { readonly page: ContentPage }) {
  const { t } = useTranslation('base');
  return (
    <>
      <PageMeta title={page.title} description={page.description} />
      <LegalText page={page}>
        <section className={own.start} aria-labelledby="withdrawal-start">
          <h2 id="withdrawal-start">{t('withdrawal.start_title')}</h2>
          <p>{t('withdrawal.start_text')}</p>
          <LinkButton to={`${route}${searchFor('form')}`} size="large">
            {t('withdrawal.title')}
          </LinkButton>
        </section>
      </LegalText>
    </>
  );
}

/** What a withdrawal declares, line by line, as its receipt says it. */
function useWithdrawalRows(): (declared: Withdrawal) => readonly DeclaredRow[] {
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
