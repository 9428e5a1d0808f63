import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { OperatorRole } from '#core/model/operator.ts';
import { totpCode } from '#server/operations/team/totp.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { post } from '#test/e2e/support/post.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { readBase32 } from '#test/support/read-base32.ts';

export const operatorPassword = 'vier Birnen im Korb';
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

/** Creates an operator and logs them in. `codeIn` returns the code of their authenticator in a number of seconds. */
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
  const { data } = await post(request, 'operator/invitation', { token }, sameOrigin);
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
    sameOrigin,
  );
  return { email, codeIn };
}

/** Locates the live region that contains text, such as the result of the last action. */
export const statusWithText = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });

/** Returns by how many pixels a page is wider than its window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects that a screen has no axe violation and is not wider than its window. */
export async function expectNoViolationsOrOverflow(page: Page): Promise<void> {
  await expectNoViolations(page);
  expect(await horizontalOverflow(page)).toBe(0);
}
