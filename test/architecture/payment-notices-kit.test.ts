import { appendFileSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Cents } from '#core/model/values.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { PaymentNotice, PaymentNotices, Webhook } from '#ports/payment-notices.ts';
import { noticeBody } from '#sandbox/src/signed-notice.ts';
import { openSandboxNotices } from '#sandbox/test/notices-harness.ts';
import { misreading, reading } from '#test/architecture/support/break-notices.ts';
import { type Break, describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { noticeFactCases } from '#test/kits/notice-fact-cases.ts';
import type { PaymentNoticesHarness } from '#test/kits/payment-notices-harness.ts';
import { paymentNoticesCases } from '#test/kits/payment-notices-kit.ts';

const facts = 'reads the subject, amount and time of every kind that the provider reports';
const failedRefund = 'reports a refund that fails after it was accepted, with the id of the refund';
const onlyReports = 'reports an event and nothing else: no outcome that could pay an order';
const keys = 'gives repeated webhooks of one event the same key, and other events other keys';
const unused = 'accepts a signed event that the shop does not use, and reports nothing';
const forged = 'refuses a webhook that somebody else has signed';
const unsigned = 'refuses a webhook without a signature';
const changed = 'refuses a webhook that was changed after it was signed, in any place';
const strange = 'refuses strange and oversized bodies without an exception';
const part = 'refuses a truncated signature or body';
const half = 'refuses a signature that is right in one half, and the signature of another event';
const rewritten = 'refuses a body with other white space than the signed one';
const spaced = 'reads a signed body with other white space';
const more = 'ignores fields that it does not know';
const senseless = 'returns UNREADABLE for a signed event of a used kind that it does not understand';
const silent = 'writes nothing of a webhook to the console or into files, whoever has sent it';
const noAmount = 'reports no amount, and never 0, when the event has none';
const toTheCent = 'reads every amount to the cent';
const noAttempt = 'reports no payment attempt when the event has none';
const zones = 'reads the same times in every time zone of the server';
const old = 'refuses a webhook that was signed a day ago';

/** Reads a webhook of the sandbox without looking at its signature. */
async function readUnchecked({ body }: Webhook): ReturnType<PaymentNotices['read']> {
  try {
    const parsed = noticeBody.partial().parse(JSON.parse(Buffer.from(body).toString('utf8')));
    return ok({ key: 'key', ...parsed } as PaymentNotice);
  } catch {
    return err({ code: 'UNREADABLE' });
  }
}

/** Returns a webhook with its JSON serialised without white space, or the same webhook if the body is no JSON. */
function reserialised({ headers, body }: Webhook): Webhook {
  try {
    return { headers, body: Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString()))) };
  } catch {
    return { headers, body };
  }
}

/** Returns a defect that accepts signatures that are like one of the provider's. */
function trusting(
  name: string,
  isLike: (one: string, made: string) => boolean,
  noticedBy: readonly string[],
): Break<PaymentNoticesHarness> {
  return {
    name,
    noticedBy,
    wrap(harness) {
      const made: string[] = [];
      return {
        ...harness,
        async sign(event) {
          const webhook = await harness.sign(event);
          made.push(webhook.headers['sandbox-signature'] ?? '');
          return webhook;
        },
        notices: {
          ...harness.notices,
          async read(webhook) {
            const given = webhook.headers['sandbox-signature'] ?? '';
            for (const one of made.filter((each) => isLike(given, each))) {
              const result = await harness.notices.read({
                ...webhook,
                headers: { 'sandbox-signature': one },
              });
              if (result.ok) return result;
            }
            return harness.notices.read(webhook);
          },
        },
      };
    },
  };
}

let repetitions = 0;

const swallowing = misreading(
  'swallows refunds that have failed later',
  (notice) => (notice.kind === 'refund_failed' ? null : notice),
  [failedRefund],
);

const breaks: readonly Break<PaymentNoticesHarness>[] = [
  // Its harness does not name them either.
  {
    ...swallowing,
    wrap: (harness) => ({
      ...swallowing.wrap(harness),
      kinds: harness.kinds.filter((kind) => kind !== 'refund_failed'),
    }),
  },
  reading(
    'does not check signatures',
    (read) => async (webhook) => {
      const result = await read(webhook);
      return result.ok ? result : readUnchecked(webhook);
    },
    [forged, unsigned, changed, strange, part, half, rewritten, senseless],
  ),
  reading(
    'checks a signature only when there is one',
    (read) => async (webhook) =>
      'sandbox-signature' in webhook.headers ? read(webhook) : readUnchecked(webhook),
    [unsigned, strange],
  ),
  {
    name: 'trusts a signature whatever the body says',
    noticedBy: [changed, strange, rewritten, half],
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
    [silent, forged, unsigned, changed, strange, part, half, rewritten, senseless],
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
      return value === null ? readUnchecked(webhook) : ok({ ...(value as PaymentNotice), kind: 'settled' });
    },
    [facts, failedRefund, unused, noAmount, noAttempt],
  ),
  misreading('ignores settlements', (notice) => (notice.kind === 'settled' ? null : notice), [
    noAmount,
    noAttempt,
    zones,
    facts,
    onlyReports,
    keys,
    toTheCent,
  ]),
  misreading(
    'reports amounts in euros',
    (notice) => ({ ...notice, amount: ((notice.amount ?? 0) / 100) as Cents }),
    [facts, toTheCent, noAmount],
  ),
  misreading(
    'reports 0 for an event without an amount',
    (notice) => ({ ...notice, amount: notice.amount ?? (0 as Cents) }),
    [noAmount],
  ),
  misreading(
    'reports times in seconds',
    (notice) => ({ ...notice, happened_at: notice.happened_at / 1_000 }),
    [facts, zones],
  ),
  misreading(
    'reports the transaction as the payment attempt',
    (notice) => ({ ...notice, attempt_key: notice.transaction_id }),
    [facts, noAttempt],
  ),
  misreading(
    'reports the transaction for an event without an attempt',
    (notice) => ({ ...notice, attempt_key: notice.attempt_key ?? notice.transaction_id }),
    [noAttempt],
  ),
  misreading(
    'reads times in its local time zone',
    (notice) => ({
      ...notice,
      happened_at: Date.parse(new Date(notice.happened_at).toISOString().slice(0, 19)),
    }),
    [zones],
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
    [keys, spaced, more],
  ),
  misreading(
    'uses one key for all events of a transaction',
    (notice) => ({ ...notice, key: notice.transaction_id }),
    [keys],
  ),
  misreading(
    'loses a cent of 0.29 and 19.99 to binary fractions',
    (notice) => ({ ...notice, amount: Math.trunc(((notice.amount ?? 0) / 100) * 100) as Cents }),
    [toTheCent, noAmount],
  ),
  reading(
    'checks the signature of re-serialised JSON',
    (read) => async (webhook) => {
      const result = await read(webhook);
      return result.ok ? result : read(reserialised(webhook));
    },
    [rewritten],
  ),
  trusting('compares a signature as far as it goes', (one, all) => one !== '' && all.startsWith(one), [part]),
  ...Object.entries({
    'compares the first half of a signature': (one: string, all: string) =>
      one.length === all.length && one.startsWith(all.slice(0, all.length / 2)),
    'compares all but the end of a signature': (one: string, all: string) =>
      one.length === all.length && one.startsWith(all.slice(0, -6)),
  }).map(([name, isLike]) => trusting(name, isLike, [half])),
  reading(
    'reads only fields that it knows',
    (read) => async (webhook) =>
      Buffer.from(webhook.body).includes('"risk"') ? err({ code: 'UNREADABLE' } as const) : read(webhook),
    [more],
  ),
  reading(
    'reads only JSON without white space',
    (read) => async (webhook) =>
      webhook.body.includes(10) ? err({ code: 'UNREADABLE' } as const) : read(webhook),
    [spaced],
  ),
  reading(
    'ignores events that it does not understand',
    (read) => async (webhook) => {
      const result = await read(webhook);
      return !result.ok && result.error.code === 'UNREADABLE' ? ok(null) : result;
    },
    [senseless],
  ),
  reading(
    'prints what it cannot read',
    (read) => async (webhook) => {
      const result = await read(webhook);
      if (!result.ok) console.warn('unreadable', Buffer.from(webhook.body).toString('utf8'));
      return result;
    },
    [silent],
  ),
  reading(
    'keeps a file of all webhooks',
    (read) => (webhook) => {
      appendFileSync(devNull, webhook.body);
      return read(webhook);
    },
    [silent],
  ),
  reading(
    'checks the signature of money, and not of disputes',
    (read) => async (webhook) => {
      const result = await read(webhook);
      const told = result.ok ? result : await readUnchecked(webhook);
      return told.ok && told.value?.kind.startsWith('dispute_') ? told : result;
    },
    [forged, unsigned, changed, part, half, rewritten, senseless, silent],
  ),
  misreading('uses one key for all transactions', (notice) => ({ ...notice, key: notice.kind }), [keys]),
];

const { [old]: _, ...all } = paymentNoticesCases;
const casesOfSandbox = Object.fromEntries(
  Object.entries(all).filter(([title]) => !Object.hasOwn(noticeFactCases, title)),
);

describeBreaks<PaymentNoticesHarness>({
  name: 'the kit for payment notices, run with the reader of the sandbox',
  // The sandbox does not sign the time.
  cases: casesOfSandbox,
  create: openSandboxNotices,
  breaks,
});
