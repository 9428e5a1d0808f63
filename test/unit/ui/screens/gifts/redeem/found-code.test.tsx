import { expect, test } from 'vitest';
import type { CodeInfo } from '#core/model/code.ts';
import type { Learner } from '#core/model/user.ts';
import { ok } from '#core/rules/basics/result.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { FoundCode } from '#ui/screens/gifts/redeem/found-code.tsx';
import { RedeemAccount } from '#ui/screens/gifts/redeem/redeem-account.tsx';

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

function show(who: Learner | undefined, info = voucher, route = '/redeem') {
  const part = <FoundCode info={info} onRedeemed={() => undefined} onAnother={() => undefined} />;
  return draw(part, { learner: who, route });
}

async function read(...shown: Parameters<typeof show>): Promise<string> {
  return (await show(...shown)).text;
}

/** Submits an account of a guest. Returns what the callbacks got for this response. */
async function enter(response: object): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  const account = (
    <RedeemAccount
      code={voucher.code}
      onRedeemed={(redemption) => outcomes.push(redemption)}
      onRefused={(reason) => outcomes.push(reason)}
    />
  );
  const { find, calls } = await draw(account, { responses: { enterCampaign: ok(response) } });
  const typed = { email: 'neu@meisterhand.example', password: 'drei Äpfel im Regal' };
  for (const [name, value] of Object.entries(typed))
    await find('input').onChange?.({ target: { name, value } });
  await find('form').onSubmit?.({});
  expect(calls).toEqual([['enterCampaign', { ...typed, code: voucher.code }]]);
  return outcomes;
}

test('a learner with an unconfirmed address is told so, can get the link again, and keeps the button', async () => {
  const shown = await read(unconfirmed);
  expect(shown).toContain(`the link that we sent to ${learner.email} first. The code stays good`);
  expect(shown).toMatch(/Send the link again.*Redeem now/);
  expect(shown).not.toContain('on its way');
  expect(await read(unconfirmed, voucher, '/redeem?code=X&schritt=link')).toContain(
    `The link is on its way to ${learner.email}.`,
  );
});

test('the missing confirmation is announced, because it may replace the form for guests', async () => {
  const announced = /role="status"><svg/;
  expect((await show(unconfirmed)).html).toMatch(announced);
  expect((await show(learner)).html).not.toMatch(announced);
});

test('EMAIL_NOT_CONFIRMED is reported without a reason, another refusal with its reason', async () => {
  const redemption = { id: 'r1' };
  const refuse = (refusal: string) => enter({ redemption: null, refusal, detail: 'Why.' });
  expect(await refuse('EMAIL_NOT_CONFIRMED')).toEqual([null]);
  expect(await refuse('ALREADY_OWNED')).toEqual(['Why.']);
  expect(await enter({ redemption, refusal: null })).toEqual([redemption]);
});

test('no confirmation is requested from others, or for a coupon', async () => {
  const coupon: CodeInfo = { ...voucher, kind: 'percent', value: 10 };
  for (const shown of [await read(learner), await read(undefined), await read(unconfirmed, coupon)])
    expect(shown).not.toMatch(/not confirmed|Send the link/);
});
