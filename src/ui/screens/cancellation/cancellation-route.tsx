import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { Subscription } from '#core/rules/subscription.ts';
import styles from '#ui/components/declaration/declaration.module.css';
import { DeclarationReceipt } from '#ui/components/declaration/declaration-receipt.tsx';
import { DeclarationReview } from '#ui/components/declaration/declaration-review.tsx';
import { EarlierReceipt } from '#ui/components/declaration/earlier-receipt.tsx';
import { StepHeading } from '#ui/components/declaration/step-heading.tsx';
import { useDeclaration } from '#ui/components/declaration/use-declaration.ts';
import { WaitingSheet } from '#ui/components/declaration/waiting-sheet.tsx';
import { WithoutScript } from '#ui/components/declaration/without-script.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import type { RouteHandle } from '#ui/route-handle.ts';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import type { CancellationDraft } from './cancellation-form.tsx';
import { CancellationForm } from './cancellation-form.tsx';
import { useCancellationRows } from './use-cancellation-rows.ts';

export const handle: RouteHandle = { theme: 'paper' };

const mostContracts = 10;

/** A learner's contracts that can be cancelled; guests type a number. Without an answer they type it, too. */
async function loadContracts({ context }: LoaderFunctionArgs): Promise<readonly Subscription[]> {
  const { queries, stores } = context.get(shopContext);
  if (stores.session.snapshot.status === 'guest') return [];
  const answer = await queries.listSubscriptions({ number: 1, size: mostContracts });
  return answer.ok ? answer.value.items.filter((contract) => contract.on_cancel !== null) : [];
}

export const loader = loadContracts;
export const clientLoader = loadContracts;

/** Going from step to step asks for nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** "Cancel contracts here": form, review with "cancel now", receipt; without login (decisions §8, § 312k BGB). */
export default function CancellationRoute() {
  const { t } = useTranslation('base');
  const contracts = useLoaderData<typeof loader>();
  const { actions } = useShop();
  const { step, draft, receipt, earlier, ...go } = useDeclaration<CancellationDraft>('cancellation');
  const rowsOf = useCancellationRows();

  return (
    <div className={layout.wrap}>
      <PageMeta title={t('cancellation.title')} description={t('cancellation.description')} />
      <div className={styles.page}>
        {(step === 'start' || step === 'form') && (
          <>
            <StepHeading title={t('cancellation.title')} lead={t('cancellation.lead')} />
            <EarlierReceipt receipt={earlier} />
            <WithoutScript />
            <CancellationForm typed={draft?.form ?? null} contracts={contracts} onReady={go.review} />
          </>
        )}
        {step === 'review' && draft !== null && (
          <DeclarationReview
            title={t('cancellation.review')}
            lead={t('cancellation.review_lead')}
            rows={rowsOf(draft.declared)}
            confirmLabel={t('cancellation.confirm')}
            onConfirm={() => actions.declareCancellation(draft.declared)}
            onReceipt={go.finish}
            onChange={go.change}
          />
        )}
        {step === 'receipt' && draft !== null && receipt !== null && (
          <DeclarationReceipt
            title={t('cancellation.received')}
            receipt={receipt}
            email={draft.declared.email}
            rows={rowsOf(draft.declared)}
          >
            <p>{t('cancellation.afterwards')}</p>
          </DeclarationReceipt>
        )}
        {step === 'waiting' && <WaitingSheet />}
      </div>
    </div>
  );
}
