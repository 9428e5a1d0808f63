import { inParallel, inSeconds } from './fault-report.ts';
import { buy, type ChooseNonce, type Purchase, type ShopApi } from './fault-shopper.ts';
import type { FaultWorld } from './fault-world.ts';
import { type Charge, checkMoney } from './money-check.ts';
import type { Child } from './processes.ts';

interface Shop {
  readonly api: ShopApi;
  readonly world: FaultWorld;
  readonly patience: Parameters<ShopApi['call']>[1];
  readonly choose?: ChooseNonce;
}

/** Guests who buy at a shop. */
interface Guests {
  /** Their purchases so far. */
  readonly purchases: readonly Purchase[];
  /** Failed purchases and faults that a script adds; one sentence each. */
  readonly faults: string[];
  /** Buys once; `who` is named when it fails. */
  buyOnce(who: string, product?: string): Promise<void>;
  /** Lets `count` guests buy once, at most `concurrency` at the same time. */
  buyEach(
    count: number,
    concurrency: number,
    productOf?: (index: number) => string | undefined,
  ): Promise<void>;
  /** Lets `count` guests buy again and again. Returns a function that ends it when those who are buying have bought. */
  keepBuying(count: number): () => Promise<void>;
}

export function createGuests({ api, world, patience, choose }: Shop): Guests {
  const purchases: Purchase[] = [];
  const faults: string[] = [];
  async function buyOnce(who: string, product?: string): Promise<void> {
    try {
      purchases.push(await buy(api, world, patience, choose, product));
    } catch (error) {
      faults.push(`${who}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return {
    purchases,
    faults,
    buyOnce,
    buyEach: (count, concurrency, productOf) =>
      inParallel(count, concurrency, (index) => buyOnce(`Shopper ${index}`, productOf?.(index))),
    keepBuying(count) {
      let isOver = false;
      const buying = inParallel(count, count, async (index) => {
        while (!isOver) await buyOnce(`Shopper ${index}`);
      });
      return async () => {
        isOver = true;
        await buying;
      };
    },
  };
}

/** Returns a sentence for each guest who could not pay. */
export const unpaid = (purchases: readonly Purchase[]): readonly string[] =>
  purchases.filter(({ isPaid }) => !isPaid).map(({ code }) => `Order ${code} could not be paid`);

/**
 * Compares guests, servers and books after all payments have ended. Returns figures for the report and all faults.
 * `charges`: as for `checkMoney`.
 */
export async function auditPurchases(
  { api, world }: Pick<Shop, 'api' | 'world'>,
  { purchases, faults }: Pick<Guests, 'purchases' | 'faults'>,
  { servers, charges }: { readonly servers: readonly Child[]; readonly charges?: readonly Charge[] },
) {
  const money = await checkMoney(world, charges);
  const { slowest, unanswered, unavailable, wrong } = api.troubles;
  return {
    figures: {
      checkouts: purchases.length,
      'charges in the ledger': money.charges,
      'paid orders': `${money.paid.size}, ${money.paidByVoucher} of them by voucher alone`,
      attempts: money.attempts,
      'longest time unknown': `${money.longestUnknown.toFixed(1)} s`,
      'slowest response': inSeconds(slowest),
      'calls without a response, repeated': unanswered,
      'responses 503 with Retry-After': unavailable,
    },
    faults: [
      ...faults,
      ...unpaid(purchases),
      ...purchases
        .filter(({ code, isPaid }) => isPaid && !money.paid.has(code))
        .map(({ code }) => `Order ${code} was reported as paid, and is not`),
      ...servers
        .filter((server) => server.hasEnded())
        .map((server) => `${server.url} ended; it said: ${server.output().slice(-500)}`),
      ...wrong,
      ...money.faults,
    ],
  };
}
