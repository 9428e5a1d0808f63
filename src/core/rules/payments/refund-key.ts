/** The first key of a refund, which ends with the refund's id, and the number of the retry. */
const form = /^(.+-R-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(?:-(\d+))?$/;

interface RefundKey {
  /** The key of the first request. */
  readonly first: string;
  /** The id of the refund. */
  readonly id: string;
  /** Number of retries with a new key. */
  readonly retries: number;
}

/**
 * Parses the key of a refund (docs/behaviour/payments.md#paying-out-a-refund); null for any other text, such as the key
 * of a late payment.
 */
export function readRefundKey(key: string): RefundKey | null {
  const [, first, id, number = '0'] = form.exec(key) ?? [];
  return first === undefined || id === undefined ? null : { first, id, retries: Number(number) };
}
