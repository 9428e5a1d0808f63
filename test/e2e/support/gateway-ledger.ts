import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the sandbox gateway has charged for an order so far, in cents, oldest first. */
export function chargesOf(orderCode: string): number[] {
  const ledger = join(process.env.E2E_DATA_DIR ?? '', 'sandbox-gateway', 'ledger.jsonl');
  return readFileSync(ledger, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; order_code?: string; amount?: number })
    .filter((entry) => entry.type === 'charge' && entry.order_code === orderCode)
    .map((entry) => entry.amount ?? 0);
}
