import type { Transaction } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { endOfContract } from '#core/rules/subscription-end.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { cancelContract } from '#server/subscriptions/cancel-contract.ts';
import { termOf } from '#server/subscriptions/contract.ts';
import type { ContractDecision, DeclarationRow } from './decision.ts';
import type { SubscriptionRow } from './find-contract.ts';

/** Cancels contracts, each to the earliest day; answers how each fares, for the declarant to be told. */
export async function carryOutCancellation(
  trx: Transaction<Database>,
  context: HostContext,
  contracts: readonly SubscriptionRow[],
  { id: declarationId, locale }: Pick<DeclarationRow, 'id' | 'locale'>,
): Promise<readonly ContractDecision[]> {
  const titles = await findTitles(trx, contracts, isLocale(locale) ? locale : defaultLocale);
  const decided: ContractDecision[] = [];
  for (const { id, contract_code, product_id } of contracts) {
    const cancelled = await cancelContract(trx, context, id, {
      cause: 'declaration',
      declaration_id: declarationId,
    });
    const about = { contract_code, title: titles.get(product_id) ?? product_id };
    if (!cancelled.ok) decided.push({ ...about, result: cancelled.error, ends_on: null });
    else if (cancelled.value === null) decided.push({ ...about, result: 'pending', ends_on: null });
    else decided.push({ ...about, result: 'cancelled', ends_on: cancelled.value.ends_on });
  }
  return decided;
}

/** Whether a contract that is cancelled today would end before the day somebody wishes it to. */
export function endsBefore(
  context: Pick<HostContext, 'clock'>,
  contract: SubscriptionRow,
  wish: string,
): boolean {
  return endOfContract(termOf(contract), calendarDay(context.clock.now())).ends_on < wish;
}

async function findTitles(
  trx: Transaction<Database>,
  contracts: readonly SubscriptionRow[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  if (contracts.length === 0) return new Map();
  const lines = await trx
    .selectFrom('products')
    .select(['id', productText('title', locale).as('title')])
    .where(
      'id',
      'in',
      contracts.map((contract) => contract.product_id),
    )
    .execute();
  return new Map(lines.map((line) => [line.id, line.title]));
}
