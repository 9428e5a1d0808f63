import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isTaken, type Transaction } from '#test/braintree-gateway/gateway-state.ts';
import { isOnBraintree } from './payment-provider.ts';
import type { Shopper } from './shopper.ts';
import { simulatedGateway } from './simulated-gateway.ts';

/** Returns the charges for an order so far, in cents, oldest first. */
export async function chargesOf(orderCode: string): Promise<number[]> {
  if (isOnBraintree()) return (await salesOf(orderCode)).map(({ amount }) => amount);
  return chargeEntries(orderCode).map(({ amount }) => amount);
}

/** Expects the page of a paid order that was charged once. */
export async function expectPaidOnce(shopper: Shopper, amount: number): Promise<void> {
  await shopper.expectPaidOrder();
  expect(await chargesOf(await shopper.orderCode())).toEqual([amount]);
}

/** Returns the refunds of an order so far, in cents, oldest first. */
export async function refundsOf(orderCode: string): Promise<number[]> {
  if (isOnBraintree()) {
    const sales = (await salesOf(orderCode)).map(({ id }) => id);
    const refunds = (await simulatedGateway.transactions()).filter(
      ({ refunded_transaction_id }) =>
        refunded_transaction_id !== null && sales.includes(refunded_transaction_id),
    );
    return refunds.map(({ amount }) => amount);
  }
  const charges = chargeEntries(orderCode).map(({ transaction_id }) => transaction_id);
  return ledgerEntries()
    .filter(
      ({ type, refund_id, transaction_id }) =>
        type === 'refund' && refund_id !== null && charges.includes(transaction_id),
    )
    .map(({ amount }) => amount);
}

/** Settles all charges at the simulated Braintree gateway, which refunds only settled ones in part. */
export async function settleCharges(): Promise<void> {
  if (isOnBraintree()) await simulatedGateway.settle();
}

/** The fields that this module reads from a line of the sandbox gateway's ledger. */
interface LedgerEntry {
  readonly type: string;
  readonly order_code?: string;
  readonly transaction_id?: string;
  readonly refund_id?: string | null;
  readonly amount: number;
}

function ledgerEntries(): LedgerEntry[] {
  const ledger = join(process.env.E2E_DATA_DIR ?? '', 'sandbox-gateway', 'ledger.jsonl');
  const lines = readFileSync(ledger, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as LedgerEntry);
}

function chargeEntries(orderCode: string): LedgerEntry[] {
  return ledgerEntries().filter(({ type, order_code }) => type === 'charge' && order_code === orderCode);
}

/** Returns the successful sales of an order. Each payment attempt appends its own suffix to the order code. */
async function salesOf(orderCode: string): Promise<Transaction[]> {
  const transactions = await simulatedGateway.transactions();
  return transactions.filter(
    ({ type, status, order_id }) => type === 'sale' && isTaken(status) && order_id?.startsWith(orderCode),
  );
}
