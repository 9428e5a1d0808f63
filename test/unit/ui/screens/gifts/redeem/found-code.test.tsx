import { expect, test } from 'vitest';
import type { CodeInfo } from '#core/model/code.ts';
import type { Learner } from '#core/model/user.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { FoundCode } from '#ui/screens/gifts/redeem/found-code.tsx';

const voucher: CodeInfo = {
  code: 'GUTSCHEIN-50',
  kind: 'voucher',
  value: 5_000,
  product_title: null,
  course_picture: null,
  minimum_subtotal: null,
  valid_until: null,
  gift: null,
};
const unconfirmed = { ...learner, is_email_confirmed: false };

async function read(who: Learner | undefined, info = voucher, route = '/redeem'): Promise<string> {
  const part = <FoundCode info={info} onRedeemed={() => undefined} onAnother={() => undefined} />;
  return (await draw(part, { learner: who, route })).text;
}

test('who has to confirm the address first is told so, can get the link again, and keeps the button', async () => {
  const shown = await read(unconfirmed);
  expect(shown).toContain(`the link that we sent to ${learner.email} first. The code stays good`);
  expect(shown).toMatch(/Send the link again.*Redeem now/);
  expect(shown).not.toContain('on its way');
  expect(await read(unconfirmed, voucher, '/redeem?code=X&schritt=link')).toContain(
    `The link is on its way to ${learner.email}.`,
  );
});

test('nobody else is asked to confirm anything', async () => {
  const coupon: CodeInfo = { ...voucher, kind: 'percent', value: 10 };
  for (const shown of [await read(learner), await read(undefined), await read(unconfirmed, coupon)])
    expect(shown).not.toMatch(/not confirmed|Send the link/);
});
