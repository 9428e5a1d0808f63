import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LimitName, limits } from '#api/rate-limit-policy.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { highestQuantity, maxLines, maxSharedProducts, maxWishListItems } from '#core/model/values.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';

const most = (name: LimitName) => limits[name].most.toLocaleString('en');
const { reviewText } = lengths;
const minutes = (name: LimitName) => `${limits[name].minutes} minutes`;

test.each([
  ['accounts', `Past ${most('login_account')} failures of an account in ${minutes('login_account')}`],
  ['accounts', `In a day one network can guess ${most('login_day')} passwords of an account`],
  [
    'accounts',
    `One network has ${most('reads')} reads a minute and ${most('changes')} changes in ten minutes`,
  ],
  ['accounts', `one account ${most('changes_of_account')} changes`],
  ['accounts', `long work (passwords, PDFs) ${most('slow_work')} in ten minutes`],
  ['accounts', `five in ten minutes, ${most('login_code_day')} in a day`],
  ['accounts', `a network has ${most('login_code_guess_network')} in ${minutes('login_code_guess_network')}`],
  ['accounts', `${most('login_devices')} failures and ${most('login_code_devices')} codes a day for all`],
  ['accounts', `all networks together ${most('login_code_guess_account')} a day`],
  ['accounts', `then each site two, up to ${most('login_code_guess_all')}`],
  ['accounts', `at most ${lengths.email} characters`],
  ['carts', `At most ${maxLines} lines`],
  ['carts', `never above ${highestQuantity};`],
  ['carts', `At most ${maxWishListItems} products`],
  ['carts', `ids and quantities of at most ${maxSharedProducts} products`],
  ['carts', `A network makes at most ${most('guest_cart')} new ones an hour`],
  [
    'carts',
    `(${lengths.recipientName} characters each), \`recipient_email\`, \`greeting\` (${lengths.greeting})`,
  ],
  ['catalogue', `${most('unknown_pictures')} unknown names a minute`],
  ['checkout-and-payment', `no more card after ${most('declined_payment')} declined payments`],
  ['checkout-and-payment', `an account after ${most('declined_payment_account')}`],
  ['checkout-and-payment', `from one network after ${most('declined_payment_guest')}`],
  ['checkout-and-payment', `a network address after ${most('declined_payment_network')}:`],
  ['consumer-rights', `Past ${most('declaration')} declarations an hour for one mailbox`],
  ['consumer-rights', `or ${most('declaration_network')} from one client address`],
  ['consumer-rights', `Past ${most('declaration_site')} a day from one network`],
  ['coupons', `${most('code_guess')} unknown codes in ${minutes('code_guess')} per client address`],
  ['coupons', `at most ${lengths.code} characters`],
  [
    'learning',
    `${reviewText.minimum} to ${reviewText.maximum.toLocaleString('en')} characters, \`author\` (${lengths.reviewAuthor};`,
  ],
  [
    'learning',
    `${limits.film_share.most / 1_000} whole films, ${limits.film_kilobytes.most / 1_000_000} GB, and ${most('film_part')} parts an hour`,
  ],
  ['learning', `${limits.media_kilobytes.most / 1_000_000} GB of media an hour`],
  ['learning', `${most('media_requests')} files or refusals a minute`],
  ['mail', `| confirmation of a registration | ${most('email_confirmation')} |`],
  ['mail', `| link to a wanted new address | ${most('email_change_to')} |`],
  ['mail', `deleted account | ${most('account_notice')} |`],
  ['mail', `confirmed address | ${most('account_notice_owner')} |`],
  ['operations', `${most('pages')} rendered pages a minute`],
  ['operations', `past ${most('pages_ahead')} rendered a minute`],
])('docs/behaviour/%s.md says: %s', (area, words) => {
  expect(readFileSync(join(projectRoot, `docs/behaviour/${area}.md`), 'utf8')).toContain(words);
});
