import { expect } from 'vitest';
import type { Result } from '#core/rules/basics/result.ts';
import type { PaymentNotices, Webhook, WebhookFailure, WebhookNotice } from '#ports/payment-notices.ts';
import type { CallRules } from './watch-calls.ts';

/** The fields of a notice. */
export const noticeFields = ['amount', 'attempt_key', 'happened_at', 'key', 'kind', 'transaction_id'];

/** Returns the rules for every webhook that is read. */
export const noticeRules = <Harness extends { readonly notices: PaymentNotices }>(): CallRules<Harness> => ({
  follow: (harness, follow) => ({ ...harness, notices: follow(harness.notices) }),
  check({ value, error }) {
    expect(error, 'read has thrown').toBeUndefined();
    const result = value as Result<WebhookNotice | null, WebhookFailure>;
    if (!result.ok) {
      expect(result.error).toEqual({ code: expect.stringMatching(/^(?:FORGED|UNREADABLE)$/) });
      return;
    }
    if (result.value === null || result.value.kind === 'ask_again') return;
    const { amount, attempt_key, happened_at, key, transaction_id } = result.value;
    expect(Object.keys(result.value).toSorted()).toEqual(noticeFields);
    for (const number of [amount, happened_at])
      if (number !== null) expect(Number.isSafeInteger(number), `${number}`).toBe(true);
    for (const text of [attempt_key, key, transaction_id])
      if (text !== null) expect(text).toEqual(expect.not.stringMatching(/^(?:|undefined|null)$/));
  },
  secrets({ given: [webhook], value }) {
    const { body } = webhook as Webhook;
    const result = value as Result<WebhookNotice | null, WebhookFailure> | undefined;
    const read = result?.ok ? result.value : null;
    const text = Buffer.from(body.subarray(0, 1_000)).toString('utf8');
    return [text, read?.transaction_id ?? ''].filter((one) => one.length >= 8);
  },
});
