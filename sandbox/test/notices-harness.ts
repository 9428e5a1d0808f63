import type { OtherBody, PaymentNoticesHarness, ProviderEvent } from 'meisterhand/kits';
import type { PaymentNoticeKind, Webhook } from 'meisterhand/ports';
import { createSandboxNotices } from '../src/server/sandbox-notices.ts';
import { signBody, signNotice } from '../src/signed-notice.ts';

const kinds: readonly PaymentNoticeKind[] = [
  'settled',
  'settlement_declined',
  'refund_failed',
  'dispute_opened',
  'dispute_under_review',
  'dispute_won',
  'dispute_lost',
];

/** A kit test that does not apply to the sandbox. */
export const sandboxNoticeSkips = [
  {
    test: 'refuses a webhook that was signed a day ago',
    reason:
      'the clock of a demo shop can be moved, that of the sandbox cannot; repeated notices have the same key',
  },
];

/** Returns a variant of a JSON body. */
function otherJson(json: string, how: OtherBody, transactionField: string): string {
  const fields: object = JSON.parse(json);
  if (how === 'spaced') return `\n${JSON.stringify(fields, null, 2)}\n`;
  if (how === 'with_more') return JSON.stringify({ ...fields, risk: 'low' });
  if (how === 'list') return `[${json}]`;
  if (how === 'cut') return json.slice(0, -5);
  if (how === 'without_attempt') return JSON.stringify({ ...fields, attempt_key: null });
  if (how === 'without_amount') return JSON.stringify({ ...fields, amount: null });
  return JSON.stringify({ ...fields, [transactionField]: undefined });
}

/** Opens the sandbox's reader with the functions that the conformance kit needs. */
export async function openSandboxNotices(): Promise<PaymentNoticesHarness> {
  const secret = 'a-secret-of-the-sandbox';
  let now = 1_763_800_000_000;
  const signed = (event: ProviderEvent, key: string): Webhook => {
    now += 1_000;
    return signNotice({ ...event, kind: event.kind === 'unused' ? 'card_expires' : event.kind }, key, now);
  };
  return {
    notices: createSandboxNotices(secret),
    kinds,
    sign: async (event) => signed(event, secret),
    forge: async (event) => signed(event, 'another-secret'),
    unsign: async (event) => ({ ...signed(event, secret), headers: { 'content-type': 'application/json' } }),
    signOtherwise: async (event, how) => {
      const json = Buffer.from(signed(event, secret).body).toString();
      return signBody(Buffer.from(otherJson(json, how, 'transaction_id')), secret, now);
    },
    signLongAgo: () => Promise.reject(new Error('The time of sending is not checked')),
  };
}
