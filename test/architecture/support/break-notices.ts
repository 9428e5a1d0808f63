import { ok } from '#core/rules/basics/result.ts';
import type { PaymentNotice, PaymentNotices } from '#ports/payment-notices.ts';
import type { PaymentNoticesHarness } from '#test/kits/payment-notices-harness.ts';
import { type Break, breaking } from './describe-breaks.ts';

export type Read = PaymentNotices['read'];

/** Returns a defect that replaces `read`. `change` is called once for each harness. */
export const reading = (name: string, change: (read: Read) => Read, noticedBy: readonly string[]) =>
  breaking<PaymentNoticesHarness, 'notices'>('notices')(
    name,
    ({ read }) => ({ read: change(read) }),
    noticedBy,
  );

/** Returns a defect that changes the notices that were read. */
export function misreading(
  name: string,
  change: (notice: PaymentNotice) => PaymentNotice | null,
  noticedBy: readonly string[],
): Break<PaymentNoticesHarness> {
  return reading(
    name,
    (read) => async (webhook) => {
      const result = await read(webhook);
      const isEvent = result.ok && result.value !== null && result.value.kind !== 'ask_again';
      return isEvent ? ok(change(result.value as PaymentNotice)) : result;
    },
    noticedBy,
  );
}
