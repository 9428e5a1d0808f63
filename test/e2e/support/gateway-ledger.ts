import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTaken } from '#test/braintree-gateway/gateway-state.ts';
import { isOnBraintree } from './payment-provider.ts';
import { simulatedGateway } from './simulated-gateway.ts';

/** What the payment gateway has charged for an order so far, in cents, oldest first. */
export async function chargesOf(orderCode: string): Promise<number[]> {
  return isOnBraintree() ? braintreeCharges(orderCode) : sandboxCharges(orderCode);
}

function sandboxCharges(orderCode: string): number[] {
  const ledger = join(process.env.E2E_DATA_DIR ?? '', 'sandbox-gateway', 'ledger.jsonl');
  return readFileSync(ledger, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; order_code?: string; amount?: number })
    .filter((entry) => entry.type === 'charge' && entry.order_code === orderCode)
    .map((entry) => entry.amount ?? 0);
}

/** Each attempt has its own suffix behind the order's code. */
async function braintreeCharges(orderCode: string): Promise<number[]> {
  const transactions = await simulatedGateway.transactions();
  return transactions
    .filter(
      ({ type, status, order_id }) => type === 'sale' && isTaken(status) && order_id?.startsWith(orderCode),
    )
    .map(({ amount }) => amount);
}
