import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { OperatorRole } from '#core/model/operator.ts';
import { totpCode } from '#server/operations/team/totp.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { readBase32 } from '#test/support/read-base32.ts';

export const operatorPassword = 'vier Birnen im Korb';
const own = { 'Sec-Fetch-Site': 'same-origin' };

/** A call of the API that has to be answered well. */
export async function post(request: APIRequestContext, path: string, data: object, headers = {}) {
  const answer = await request.fetch(`/api/${path}`, {
    method: path === 'cart/shipping_address' ? 'PATCH' : 'POST',
    data,
    headers,
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Invites somebody and sets their account up; they are logged in. `codeIn` is what the authenticator shows then. */
export async function newOperator(request: APIRequestContext, role: OperatorRole) {
  const email = `${role}-${process.hrtime.bigint()}@meisterhand.example`;
  const token = randomBytes(32).toString('base64url');
  await withShopDatabase((db) =>
    db
      .insertInto('operators')
      .values({
        id: randomUUID(),
        email,
        role,
        name: '',
        state: 'invited',
        created_at: new Date(),
        factor_salt: randomBytes(16).toString('base64url'),
        invitation_hash: hashToken(token),
        // Other journeys set the clock of the shop forward.
        invitation_ends_at: new Date('2100-01-01'),
      })
      .execute(),
  );
  const { data } = await post(request, 'operator/invitation', { token }, own);
  const secret = readBase32(data.secret);
  const codeIn = async (seconds: number) => {
    const { now } = await (await request.get('/dev/clock')).json();
    return totpCode(secret, Date.parse(now) + seconds * 1_000);
  };
  await post(
    request,
    'operator/invitation/accept',
    {
      token,
      name: 'Nora Beck',
      password: operatorPassword,
      password_confirmation: operatorPassword,
      code: await codeIn(0),
    },
    own,
  );
  return { email, codeIn };
}

/** The region that tells what has just been done; the others are empty. */
export const toldOn = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });

/** By how many pixels a page is wider than its window. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects a screen without a violation that fits its window. */
export async function expectInOrder(page: Page): Promise<void> {
  await expectNoViolations(page);
  expect(await sideways(page)).toBe(0);
}
