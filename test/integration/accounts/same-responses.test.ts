import { PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { createLogIn } from '#server/accounts/log-in.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { joinNewsletter, patchUser } from './account-shop.ts';

const shop = await openTestShop();

/** Returns a context, and the list in which it records each SQL statement and each password comparison. */
function watched(): { readonly context: OrderContext; readonly work: string[] } {
  const work: string[] = [];
  const compiler = new PostgresQueryCompiler();
  const db = shop.db.withPlugin({
    transformQuery({ node, queryId }) {
      work.push(compiler.compileQuery(node as RootOperationNode, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { passwords } = shop.context;
  const context: OrderContext = {
    ...shop.context,
    db,
    passwords: {
      ...passwords,
      verify(hash, password) {
        work.push('compare a password');
        return passwords.verify(hash, password);
      },
    },
  };
  return { context, work };
}

describe('no response reveals whether an address has an account', () => {
  test('all refused logins send the same statements and compare one password', async () => {
    const { email } = await register(shop);
    const [bought, closed] = [await register(shop), await register(shop)];
    await changeRows(shop.db, 'users', { id: bought.id }, { password_hash: null });
    await changeRows(shop.db, 'users', { id: closed.id }, { is_active: false });
    const done: string[] = [];
    for (const identifier of [email, 'niemand@example.org', bought.email, closed.email]) {
      const { context, work } = watched();
      const origin = { address: shop.context.ids.uuid(), device: '' };
      const tried = await createLogIn(context)({ identifier, password: 'falsch geraten' }, origin);
      expect(tried).toMatchObject({ error: { code: 'WRONG_CREDENTIALS' } });
      expect(work.filter((step) => step === 'compare a password')).toHaveLength(1);
      done.push(work.join('\n'));
    }
    expect(new Set(done).size).toBe(1);
  });

  test.each([
    [
      'a password link',
      async (email: string) => shop.call(endpoints.requestPasswordReset, { body: { email } }),
    ],
    [
      'a login code',
      async (email: string) => shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } }),
    ],
    [
      'the newsletter',
      async (email: string) =>
        shop.call(endpoints.subscribeToNewsletter, { body: { email, locale: 'de', source: 'widget' } }),
    ],
    ['a new e-mail address', async (email: string) => patchUser(shop, await register(shop), { email })],
  ])('requesting %s: the same response after the same delay', async (_, ask) => {
    const known = (await register(shop)).email;
    await joinNewsletter(shop, known);
    const answers: { readonly text: string; readonly steps: number }[] = [];
    for (const email of [known, 'niemand@example.org', known, 'niemand-2@example.org']) {
      const before = shop.responseSteps();
      const { status, text } = await ask(email);
      answers.push({ text: `${status} ${anonymous(text)}`, steps: shop.responseSteps() - before });
    }
    expect(new Set(answers.map(({ text }) => text)).size, 'different responses').toBe(1);
    expect(answers[0]?.text, 'an accepted request').toMatch(/^20[02] /);
    for (const { steps } of answers) expect(steps).toBeGreaterThan(0);
    expect(shop.faults).toEqual([]);
  });
});

/** Replaces ids and names that differ between the accounts of a test. */
function anonymous(text: string): string {
  return text.replaceAll(/[0-9a-f-]{36}/g, 'id').replaceAll(/person-\d+/g, 'person');
}
