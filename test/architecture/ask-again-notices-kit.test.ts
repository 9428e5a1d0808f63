import { breaking, describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { type AskAgainNoticesHarness, askAgainNoticesCases } from '#test/kits/ask-again-notices-kit.ts';

const [onlyId = '', malformed = '', silent = ''] = Object.keys(askAgainNoticesCases);

const textOf = (body: Uint8Array) => Buffer.from(body).toString('utf8');

async function openUnsigned(): Promise<AskAgainNoticesHarness> {
  return {
    ids: ['dp_1', 'dp_2'],
    notices: {
      provider: 'direct_pay',
      async read({ body }) {
        const [, id] = /^id=(dp_\d+)$/.exec(textOf(body)) ?? [];
        return { ok: true, value: id === undefined ? null : { kind: 'ask_again', transaction_id: id } };
      },
    },
    send: async (id) => ({ headers: {}, body: new TextEncoder().encode(`id=${id}`) }),
  };
}

const broken = breaking<AskAgainNoticesHarness, 'notices'>('notices');

describeBreaks<AskAgainNoticesHarness>({
  name: 'the kit for unsigned webhooks, run with a reader of ids',
  cases: askAgainNoticesCases,
  create: openUnsigned,
  breaks: [
    broken(
      'accepts a body of any length',
      () => ({
        read: async ({ body }) => ({
          ok: true,
          value: { kind: 'ask_again', transaction_id: textOf(body).replace('id=', '') },
        }),
      }),
      [malformed],
    ),
    broken(
      'reports money without a signature',
      ({ read }) => ({
        async read(webhook) {
          const result = await read(webhook);
          if (!result.ok || result.value === null) return result;
          return { ok: true, value: { ...result.value, kind: 'settled' } as never };
        },
      }),
      [onlyId],
    ),
    broken('throws', () => ({ read: () => Promise.reject(new Error('unreadable')) }), [
      onlyId,
      malformed,
      silent,
    ]),
    broken(
      'prints what it reads',
      ({ read }) => ({
        async read(webhook) {
          const result = await read(webhook);
          console.info('webhook', result);
          return result;
        },
      }),
      [silent],
    ),
  ],
});
