import { expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { type Limit, limits, rateLimitsOf } from '#api/rate-limit-policy.ts';
import { maxPasskeys } from '#core/model/passkey.ts';
import { lengths } from '#core/model/text-lengths.ts';
import {
  highestQuantity,
  maxLines,
  maxSharedProducts,
  maxWishListItems,
  minReviewsForRating,
} from '#core/model/values.ts';

/** Each limit with its number and its seconds, as docs/behaviour promises them to shoppers and operators. */
const promised = `
  reads:6000/60 changes:6000/600 changes_of_account:6000/600 slow_work:600/600 pages:600/60 pages_ahead:1200/60
  login:10/900 login_day:30/86400 login_device:10/900 login_devices:100/86400 login_account:100/900 login_slowed:1/10 login_network:100/900
  login_code_guess:100/900 login_code_guess_network:5/900 login_code_guess_account:100/86400
  login_code_guess_site:2/86400 login_code_guess_all:1000/86400 passkey_challenge:300/600
  passkey_guess:100/900 own_password:10/900 operator_login:10/900 operator_login_account:100/900
  operator_login_slowed:1/10 operator_factor:10/900 code_guess:30/600 code_guess_account:30/600
  token_guess:600/600 account_check:120/600 account_check_cart:20/600 account_check_email:30/600
  registration:100/3600 login_code:5/600 login_code_day:20/86400 login_code_site:6/86400
  login_code_late:1/3600 login_code_device:5/900 login_code_devices:20/86400 login_code_network:60/900 password_link:5/3600
  password_link_network:60/3600 email_code:5/3600 email_confirmation:6/86400 email_change_to:10/86400
  account_notice:10/86400 account_notice_owner:100/86400 profile_mail:10/3600 account_deletion:5/3600
  newsletter:5/86400 newsletter_network:30/3600 giveaway:10/3600 giveaway_network:30/3600
  contact_receipt:5/3600 contact_network:20/3600 gift_mail:20/86400 gift_again:2/86400 order_link:5/3600
  order_link_number:10/3600 order_link_network:30/3600 declaration:5/3600 collected_receipt:5/3600
  declaration_network:60/3600 declaration_site:100/86400 guest_cart:1000/3600 review:60/3600
  account_export:10/3600 provider_calls:120/600 provider_calls_network:600/600 declined_payment:10/3600
  declined_payment_account:20/3600 declined_payment_guest:20/3600 declined_payment_network:50/3600
  held_stock:5/86400 film_part:2000/3600 film_share:120000/3600 film_kilobytes:20000000/3600
  media_requests:6000/60 media_kilobytes:120000000/3600 unknown_pictures:600/60
`;

test('every limit has the documented number and period', () => {
  const numbers = Object.entries<Limit>(limits).map(
    ([name, { most, minutes }]) => `${name}:${most}/${Math.round(minutes * 60)}`,
  );
  expect(numbers).toEqual(promised.trim().split(/\s+/));
});

test('texts and lists are as long as docs/behaviour says', () => {
  const { recipientName, greeting, email, code, search, reviewAuthor, reviewText } = lengths;
  expect([recipientName, greeting, email, code, search, reviewAuthor]).toEqual([100, 600, 254, 64, 100, 60]);
  expect(reviewText).toEqual({ minimum: 10, maximum: 2_000 });
  expect([highestQuantity, maxLines, maxSharedProducts, maxWishListItems]).toEqual([999, 100, 30, 200]);
  expect([maxPasskeys, minReviewsForRating]).toEqual([20, 5]);
});

test('a change that needs no login has limits of its own, unless it is listed here as cheap', () => {
  const calls = Object.entries<Endpoint>(endpoints).filter(
    ([key, { method, access }]) =>
      method !== 'GET' &&
      (access === 'anyone' || access === 'optional_user') &&
      rateLimitsOf[key as keyof typeof endpoints].join() === 'changes',
  );
  expect(calls.map(([key]) => key).toSorted()).toEqual([
    'cancelCode',
    'countWatching',
    'leaveNewsletterByMail',
    'logOut',
    'requestEarlyStart',
  ]);
});
