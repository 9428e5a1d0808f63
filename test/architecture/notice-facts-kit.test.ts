import type { Cents } from '#core/model/values.ts';
import { err } from '#core/rules/basics/result.ts';
import type { PaymentNoticeKind, Webhook } from '#ports/payment-notices.ts';
import { openSandboxNotices } from '#sandbox/test/notices-harness.ts';
import { misreading, type Read, reading } from '#test/architecture/support/break-notices.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { amongOtherBytes, noticeFactCases } from '#test/kits/notice-fact-cases.ts';
import type { PaymentNoticesHarness, ProviderEvent } from '#test/kits/payment-notices-harness.ts';

const eachFact = 'reads every field of an event of every kind';
const anyWay =
  'reads the same from any memory offset, with other headers, after forged webhooks and in parallel';
const inTurn = 'reads each webhook independently of the one before';
const afterHours = 'gives an event the same key when the provider repeats its webhook after hours';
const behind = 'leaves no timer or changed global behind after a webhook';

/** Changes a provider to one that reports expired payments and no disputes. Its reader reports them as `kind`. */
const expiring =
  (kind: PaymentNoticeKind) =>
  (harness: PaymentNoticesHarness): PaymentNoticesHarness => {
    const replaced = 'dispute_under_review';
    const own = (event: ProviderEvent) =>
      event.kind === 'payment_expired' ? ({ ...event, kind: replaced } as const) : event;
    const { wrap } = misreading(
      `reports expired payments as ${kind}`,
      (notice) => (notice.kind === replaced ? { ...notice, kind } : notice),
      [],
    );
    return wrap({
      ...harness,
      kinds: harness.kinds.map((one) => (one === replaced ? 'payment_expired' : one)),
      sign: (event) => harness.sign(own(event)),
      forge: (event) => harness.forge(own(event)),
    });
  };

describeBreaks<PaymentNoticesHarness>({
  name: 'the kit for fields of payment notices, run with the reader of the sandbox',
  cases: noticeFactCases,
  create: openSandboxNotices,
  sound: [
    { name: 'reports payments that have expired', wrap: expiring('payment_expired') },
    {
      name: 'needs the name of the key and the second of the signature, beside the signature',
      wrap(harness) {
        const named = (webhook: Webhook): Webhook => ({
          ...webhook,
          headers: { ...webhook.headers, 'sandbox-key': 'key-1', 'x-request-id': 'request-1' },
        });
        return {
          ...harness,
          sign: async (event) => named(await harness.sign(event)),
          signOtherwise: async (event, how) => named(await harness.signOtherwise(event, how)),
          notices: {
            ...harness.notices,
            async read(webhook) {
              const { 'sandbox-key': key, 'x-request-id': id, ...headers } = webhook.headers;
              const isNamed = key === 'key-1' && id === 'request-1';
              const { body } = webhook;
              return harness.notices.read(isNamed ? { headers, body } : { headers: {}, body });
            },
          },
        };
      },
    },
  ],
  breaks: [
    {
      name: 'takes an expired payment for a failed one',
      noticedBy: [eachFact, anyWay],
      wrap: expiring('payment_failed'),
    },
    misreading(
      'reads amounts of at most six digits',
      (notice) => ({ ...notice, amount: ((notice.amount ?? 0) % 1_000_000) as Cents }),
      [eachFact],
    ),
    misreading(
      'drops amounts above a million euros',
      (notice) => (Number(notice.amount) > 100_000_000 ? { ...notice, amount: null } : notice),
      [eachFact],
    ),
    reading(
      'refuses more than a hundred headers',
      (read) => async (webhook) =>
        Object.keys(webhook.headers).length > 100 ? err({ code: 'FORGED' as const }) : read(webhook),
      [anyWay],
    ),
    misreading(
      'reads payment attempts with one digit',
      (notice) => ({ ...notice, attempt_key: notice.attempt_key?.replace(/(\/\d).*$/, '$1') ?? null }),
      [eachFact],
    ),
    misreading(
      'has one key for the transactions whose ids begin alike',
      (notice) => ({ ...notice, key: `${notice.kind}:${notice.transaction_id.slice(0, 13)}` }),
      [eachFact],
    ),
    misreading(
      'reads the amounts of disputes only in euros',
      (notice) =>
        notice.kind === 'dispute_lost'
          ? { ...notice, amount: (Math.round((notice.amount ?? 0) / 100) * 100) as Cents }
          : notice,
      [eachFact, anyWay],
    ),
    misreading(
      'rounds the last digit of amounts to tens when it is a five',
      (notice) => ({
        ...notice,
        amount: (Number(notice.amount) + (Number(notice.amount) % 10 === 5 ? 5 : 0)) as Cents,
      }),
      [eachFact],
    ),
    misreading(
      'cuts ids of transactions to 36 characters',
      (notice) => ({ ...notice, transaction_id: notice.transaction_id.slice(0, 36) }),
      [eachFact],
    ),
    misreading(
      'has the hour in which a webhook arrives in its key',
      (notice) => ({ ...notice, key: `${notice.key}:${Math.floor(Date.now() / 3_600_000)}` }),
      [afterHours],
    ),
    {
      name: 'reads the whole buffer of a body',
      noticedBy: [eachFact, anyWay, inTurn, afterHours],
      // Whether a body of the simulator has a buffer of its own depends on Node.js.
      wrap: (harness) => ({
        ...harness,
        async sign(event) {
          const { headers, body } = await harness.sign(event);
          return { headers, body: amongOtherBytes(body) };
        },
        notices: {
          ...harness.notices,
          read: ({ headers, body }) =>
            harness.notices.read({ headers, body: new Uint8Array(body.buffer, 0, body.length) }),
        },
      }),
    },
    reading(
      'reads nothing for a while after a forged webhook',
      (read) => {
        let forgeries = 0;
        return async (webhook) => {
          const result = await read(webhook);
          if (!result.ok) forgeries += 1;
          return forgeries > 2 ? (err({ code: 'FORGED' }) as typeof result) : result;
        };
      },
      [anyWay, inTurn],
    ),
    reading(
      'repeats the failure of the webhook before',
      (read) => {
        let last: Awaited<ReturnType<Read>> | null = null;
        return async (webhook) => {
          const result = await read(webhook);
          if (!result.ok) last ??= result;
          return result.ok ? result : (last ?? result);
        };
      },
      [inTurn],
    ),
    reading(
      'leaves a timer running after each webhook',
      (read) => (webhook) => {
        setTimeout(() => webhook, 60_000);
        return read(webhook);
      },
      [behind],
    ),
  ],
});
