import type { APIRequestContext } from '@playwright/test';
import { buyGiftCode } from '#test/e2e/support/bought-gift.ts';
import { confirmAddress, register } from '#test/e2e/support/new-learner.ts';
import { post } from '#test/e2e/support/post.ts';

export const ownerPassword = 'drei Äpfel im Regal';

/**
 * Registers a new learner through the API and redeems a gift code for the piano course in the new account.
 * Returns the learner's e-mail address.
 */
export async function newOwner(request: APIRequestContext): Promise<string> {
  const code = await buyGiftCode(request, 'gift-geschenk-clara-schumann');
  const email = `sieht-${code.toLowerCase()}@meisterhand.example`;
  const name = { firstname: 'Karl', lastname: 'Lindner' };
  const person = { email, password: ownerPassword, ...name, preferred_language: 'de' };
  const { access, data } = await register(request, person);
  await confirmAddress(data.sub);
  await post(request, 'code/redeem', { code }, { Authorization: `Bearer ${access}` });
  return email;
}
