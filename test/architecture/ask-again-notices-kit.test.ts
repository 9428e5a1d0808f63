import { expect, test } from 'vitest';
import { type AskAgainNoticesHarness, askAgainNoticesCases } from '#test/kits/ask-again-notices-kit.ts';

const unsigned: AskAgainNoticesHarness = {
  ids: ['dp_1', 'dp_2'],
  notices: {
    provider: 'direct_pay',
    async read({ body }) {
      const id = Buffer.from(body).toString('utf8').replace('id=', '');
      return { ok: true, value: { kind: 'ask_again', transaction_id: id } };
    },
  },
  send: async (id) => ({ headers: {}, body: new TextEncoder().encode(`id=${id}`) }),
};

test.each([
  ['believes a body of any length', {}],
  ['reports money without a signature', { kind: 'settled' }],
  ['throws', null],
  ['prints what it reads', 'prints'],
] as const)('a reader of unsigned webhooks that %s is noticed', async (_defect, change) => {
  const read: AskAgainNoticesHarness['notices']['read'] = async (webhook) => {
    const result = await unsigned.notices.read(webhook);
    if (change === null) throw new Error('unreadable');
    if (change === 'prints') {
      console.info('webhook', result);
      return result;
    }
    return result.ok ? { ok: true, value: { ...result.value, ...change } as never } : result;
  };
  const notices = { ...unsigned.notices, read };
  const failed: string[] = [];
  for (const [title, run] of Object.entries(askAgainNoticesCases))
    await run({ ...unsigned, notices }).catch(() => failed.push(title));
  expect(failed.length).toBeGreaterThan(0);
});
