/** The first key of a refund, which ends with its id, and the number of the retry. */
const form = /^(.+-R-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(?:-(\d+))?$/;

interface RefundKey {
  /** The key under which the refund was requested first. */
  readonly first: string;
  /** The id of the refund. */
  readonly id: string;
  /** How often it was tried again under a new key. */
  readonly retries: number;
}

/**
 * Reads the key of a refund (docs/behaviour/payments.md#paying-out-a-refund); null for any other text, such as the key
 * of late money.
 */
export function readRefundKey(key: string): RefundKey | null {
  const [, first, id, number = '0'] = form.exec(key) ?? [];
  return first === undefined || id === undefined ? null : { first, id, retries: Number(number) };
}
