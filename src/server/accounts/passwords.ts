import type { Transaction, Updateable } from 'kysely';
import { normalisePassword } from '#core/model/password.ts';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { voidOneTimeTokens } from '#server/platform/one-time-tokens.ts';
import { enqueueMail, type MailContext } from '#server/platform/outbox/enqueue-mail.ts';
import type { MailFacts } from '#server/platform/outbox/mail-templates.ts';
import { limitOf, resetFailures, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { reopenAccountMails } from './account-mail-limits.ts';
import { revokeSessions } from './sessions.ts';

interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Checks that both passwords are equal and not too common. `pointer` is the JSON pointer of the object that holds both
 * fields.
 */
export function validateNewPassword(
  { password, password_confirmation }: NewPassword,
  pointer = '',
): Result<null, DomainFailure> {
  if (normalisePassword(password) !== normalisePassword(password_confirmation)) {
    return err(domainFailure('PASSWORDS_DIFFER', { pointer: `${pointer}/password_confirmation` }));
  }
  if (isCommonPassword(normalisePassword(password))) {
    return err(domainFailure('PASSWORD_TOO_COMMON', { pointer: `${pointer}/password` }));
  }
  return ok(null);
}

/**
 * Checks the current password of the logged-in user and returns its hash, so that later steps can detect a parallel
 * change. Ten tries per 15 minutes, so that a stolen session cannot be used to guess it. An account without a password
 * is `WRONG_PASSWORD` too.
 */
export async function checkOwnPassword(
  context: ServerContext,
  userId: string,
  password: string,
  pointer: string,
): Promise<Result<string, DomainFailure>> {
  const { db, passwords } = context;
  const limits = [limitOf('own_password', { account: userId })];
  const allowed = await takeHit(db, context, limits);
  if (!allowed.ok) return allowed;
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  // Deleted by a parallel call, which leaves a row without password.
  if (user === undefined) return err(domainFailure('UNAUTHENTICATED'));
  const hash = user.password_hash;
  const isRight = await passwords.verify(hash, password);
  if (!isRight || hash === null) return err(domainFailure('WRONG_PASSWORD', { pointer }));
  await resetFailures(db, limits);
  return ok(hash);
}

/**
 * Sets a password, ends all sessions and invalidates all links and codes of the account. Resets the mail limits of a
 * confirmed address, so that new ones can be mailed.
 */
export async function setPassword(
  trx: Transaction<Database>,
  userId: string,
  changes: Updateable<Database['users']> & { readonly password_hash: string },
  now: Date,
): Promise<void> {
  const { email, email_confirmed_at } = await trx
    .updateTable('users')
    .set({ ...changes, is_registered_with_funnel: false })
    .where('id', '=', userId)
    .returning(['email', 'email_confirmed_at'])
    .executeTakeFirstOrThrow();
  await voidOneTimeTokens(trx, userId, now);
  if (email_confirmed_at !== null) await reopenAccountMails(trx, email);
  await revokeSessions(trx, userId, now);
}

/**
 * Removes all passkeys and passkey challenges of an account after access to its mailbox was proved: an attacker may
 * have added a passkey. Returns whether there were any passkeys.
 */
export async function removePasskeys(trx: Transaction<Database>, userId: string): Promise<boolean> {
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  const removed = await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  return removed.length > 0;
}

/**
 * Removes password and passkeys and ends all sessions and links, so that only the mailbox gives access to the account.
 */
export async function removePassword(trx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  await removePasskeys(trx, userId);
  await trx
    .updateTable('users')
    .set({ password_hash: null, is_registered_with_funnel: true })
    .where('id', '=', userId)
    .execute();
  await voidOneTimeTokens(trx, userId, now);
  await revokeSessions(trx, userId, now);
}

/** Informs the user by mail, so that an unauthorised change is noticed. */
export async function mailPasswordChanged(
  trx: Transaction<Database>,
  context: MailContext,
  userId: string,
  facts: MailFacts['password_changed'],
): Promise<void> {
  const { email, preferred_language } = await trx
    .selectFrom('users')
    .select(['email', 'preferred_language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const locale: Locale = isLocale(preferred_language) ? preferred_language : defaultLocale;
  await enqueueMail(trx, context, {
    template: 'password_changed',
    recipient: email,
    locale,
    facts,
    dedupe_key: `password_changed:${context.ids.uuid()}`,
  });
}

/** Common passwords in German and English, in lower case; also matched with digits and signs around them. */
const commonPasswords = new Set(
  `
  password passwort passw0rd p@ssword p@ssw0rd pa55word kennwort geheim geheimnis secret letmein
  letmeinnow welcome willkommen admin administrator root superuser master meister dragon drachen
  monkey affe shadow schatten sunshine sonnenschein princess prinzessin iloveyou ichliebedich iloveu
  liebe liebling schatz schatzi schatzilein hasi mausi football fussball baseball basketball handball
  soccer hockey tennis superman batman spiderman starwars pokemon minecraft fortnite computer internet
  laptop samsung iphone android google facebook youtube instagram whatsapp microsoft windows apple
  macbook nintendo playstation trustno1 whatever freedom freiheit michael michaela thomas daniel
  daniela andreas stefan stephan alexander alexandra christian christina sebastian florian johannes
  matthias patrick benjamin jennifer jessica melanie nicole sabrina stefanie susanne claudia katharina
  charlotte charlie jordan harley hunter ranger buster tigger ginger pepper maggie cookie banana
  chocolate schokolade butterfly schmetterling flower blume blumen sommer winter fruehling frühling
  herbst summer spring autumn january february december januar februar dezember hallo hallohallo
  hallihallo hello helloworld hellokitty goodluck lovely mylove loveme lovelove babygirl angel engel
  angels berlin hamburg muenchen münchen koeln köln frankfurt stuttgart duesseldorf düsseldorf
  dortmund bayern bayernmuenchen schalke borussia deutschland germany oesterreich österreich schweiz
  europa london america mustang ferrari porsche mercedes corvette volkswagen yamaha camaro killer
  hacker ninja samurai pirate wizard zauberer matrix phoenix diamond diamant silver silber golden
  changeme default example testtest test tester testing test1234 guest user username benutzer login
  demo access system server database oracle security sicherheit qwerty qwertz qwertyuiop qwertzuiop
  qwertzui qwertyui asdfgh asdfghj asdfghjk asdfghjkl asdfasdf yxcvbnm zxcvbnm qwer qwerasdf qazwsx
  qayxsw qazwsxedc qayxswedc abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcabc abc12345 abc123456 abcd1234 a1b2c3d4
  a1b2c3d4e5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qay2wsx q1w2e3r4 q1w2e3r4t5 zaq12wsx yaq12wsx 1a2b3c4d
  12345678 123456789 1234567890 12341234 123123123 12121212 11223344 1122334455 87654321 987654321
  9876543210 0123456789 01234567 
  13131313 69696969 10203040 112233 11112222 12344321 123454321 147258369
  159753 19801980 19851985 19901990 20002000 20202020 meisterhand masterpass kurs kurse
`
    .trim()
    .split(/\s+/),
);

/**
 * True for a listed password, a listed word with at most as many added digits and signs as letters ("Sommer2026!"), or
 * one repeated character.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.trim().toLowerCase();
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isDecorated = word.length * 2 >= lower.length && commonPasswords.has(word);
  return lower === '' || commonPasswords.has(lower) || isDecorated || /^(.)\1*$/su.test(lower);
}
