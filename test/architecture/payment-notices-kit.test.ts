import { noticeBody } from '#adapters/payments/sandbox/signed-notice.ts';
import type { Cents } from '#core/model/values.ts';
import { err, ok } from '#core/rules/result.ts';
import type { PaymentNotice, PaymentNotices, Webhook } from '#ports/payment-notices.ts';
import type { Break } from '#test/architecture/support/describe-breaks.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { PaymentNoticesHarness } from '#test/kits/payment-notices-kit.ts';
import { paymentNoticesCases } from '#test/kits/payment-notices-kit.ts';
import { openSandboxNotices } from '#test/support/payment-notices-harnesses.ts';

const facts = 'reads the subject, amount and time of every kind that the provider reports';
const onlyReports = 'reports an event and nothing else: no outcome that could pay an order';
const keys = 'gives repeated webhooks of one event the same key, and other events other keys';
const unused = 'accepts a signed event that the shop does not use, and reports nothing';
const forged = 'refuses a webhook that somebody else has signed';
const unsigned = 'refuses a webhook without a signature';
const changed = 'refuses a webhook that was changed after it was signed, in any place';
const strange = 'refuses strange and oversized bodies without an exception, within a second each';

type Read = PaymentNotices['read'];

/** Returns a defect that replaces `read`. `change` is called once for each harness. */
function reading(
  name: string,
  change: (read: Read) => Read,
  noticedBy: readonly string[],
): Break<PaymentNoticesHarness> {
  return {
    name,
    noticedBy,
    wrap: ({ notices, ...harness }) => ({ ...harness, notices: { ...notices, read: change(notices.read) } }),
  };
}

/** Returns a defect that changes the notices that were read. */
function misreading(
  name: string,
  change: (notice: PaymentNotice) => PaymentNotice | null,
  noticedBy: readonly string[],
): Break<PaymentNoticesHarness> {
  return reading(
    name,
    (read) => async (webhook) => {
      const result = await read(webhook);
      return result.ok && result.value !== null ? ok(change(result.value)) : result;
    },
    noticedBy,
  );
}

/** Reads a webhook of the sandbox without looking at its signature. */
async function readUnchecked({ body }: Webhook): ReturnType<Read> {
  try {
    const parsed = noticeBody.partial().parse(JSON.parse(Buffer.from(body).toString('utf8')));
    return ok({ key: 'key', ...parsed } as PaymentNotice);
  } catch {
    return err({ code: 'UNREADABLE' });
  }
}

let repetitions = 0;

const breaks: readonly Break<PaymentNoticesHarness>[] = [
  reading(
    'does not check signatures',
    (read) => async (webhook) => {
      const result = await read(webhook);
      return result.ok ? result : readUnchecked(webhook);
    },
    [forged, unsigned, changed, strange],
  ),
  reading(
    'checks a signature only when there is one',
    (read) => async (webhook) =>
      'sandbox-signature' in webhook.headers ? read(webhook) : readUnchecked(webhook),
    [unsigned, strange],
  ),
  {
    name: 'trusts a signature whatever the body says',
    noticedBy: [changed, strange],
    wrap(harness) {
      const signatures = new Set<string | undefined>();
      return {
        ...harness,
        async sign(event) {
          const webhook = await harness.sign(event);
          signatures.add(webhook.headers['sandbox-signature']);
          return webhook;
        },
        notices: {
          ...harness.notices,
          async read(webhook) {
            const result = await harness.notices.read(webhook);
            const isTrusted = signatures.has(webhook.headers['sandbox-signature']);
            return !result.ok && isTrusted ? readUnchecked(webhook) : result;
          },
        },
      };
    },
  },
  reading(
    'throws for what it cannot read',
    (read) => async (webhook) => {
      const result = await read(webhook);
      if (!result.ok) throw new Error(result.error.code);
      return result;
    },
    [forged, unsigned, changed, strange],
  ),
  reading(
    'refuses events that the shop does not use',
    (read) => async (webhook) => {
      const result = await read(webhook);
      return result.ok && result.value === null ? err({ code: 'UNREADABLE' }) : result;
    },
    [unused],
  ),
  reading(
    'takes every event for a settlement',
    (read) => async (webhook) => {
      const result = await read(webhook);
      if (!result.ok) return result;
      const { value } = result;
      return value === null ? readUnchecked(webhook) : ok({ ...value, kind: 'settled' });
    },
    [facts, unused],
  ),
  misreading('ignores settlements', (notice) => (notice.kind === 'settled' ? null : notice), [
    facts,
    onlyReports,
    keys,
  ]),
  misreading(
    'reports amounts in euros',
    (notice) => ({ ...notice, amount: ((notice.amount ?? 0) / 100) as Cents }),
    [facts],
  ),
  misreading(
    'reports times in seconds',
    (notice) => ({ ...notice, happened_at: notice.happened_at / 1_000 }),
    [facts],
  ),
  misreading(
    'reports the transaction as the payment attempt',
    (notice) => ({ ...notice, attempt_key: notice.transaction_id }),
    [facts],
  ),
  misreading(
    'reports an outcome of the charge',
    (notice) => ({ ...notice, outcome: 'charged' }) as PaymentNotice,
    [onlyReports],
  ),
  misreading(
    'gives every webhook a key of its own',
    (notice) => {
      repetitions += 1;
      return { ...notice, key: `${notice.key}:${repetitions}` };
    },
    [keys],
  ),
  misreading(
    'uses one key for all events of a transaction',
    (notice) => ({ ...notice, key: notice.transaction_id }),
    [keys],
  ),
  misreading('uses one key for all transactions', (notice) => ({ ...notice, key: notice.kind }), [keys]),
];

describeBreaks<PaymentNoticesHarness>({
  name: 'the kit for payment notices, run with the reader of the sandbox',
  cases: paymentNoticesCases,
  create: openSandboxNotices,
  breaks,
});
