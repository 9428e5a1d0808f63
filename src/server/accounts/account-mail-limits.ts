import type { Kysely } from 'kysely';
import { ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { ownMailboxOf } from '#server/platform/mailboxes.ts';
import {
  checkLimits,
  forgetFailures,
  limitOf,
  type RateLimit,
  siteOf,
  takeHit,
} from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** What lets the owner of an account in by mail, whatever strangers ask for (docs/behaviour/accounts.md#login-code). */

interface CodeAsker {
  readonly email: string;
  /** As `ownMailboxOf` names it. */
  readonly mailbox: string;
  readonly network: string;
  /** The known device; null: an unknown one. */
  readonly device: string | null;
}

/**
 * `late`: one that lives as long as no other of these is mailed, so that a valid code is in the mailbox at all times.
 */
type CodeMail = 'usual' | 'late' | 'none';

/**
 * Whether a code is mailed. Refused is only the asker's own device or network. Past what a site, ten minutes or a day
 * have, one an hour goes. Past what all known devices have, each is as good as unknown.
 */
export async function takeCodeMail(
  context: ServerContext,
  { email, mailbox, network, device }: CodeAsker,
): Promise<Result<CodeMail, DomainFailure>> {
  const take = (limit: RateLimit) => takeHit(context.db, context, [limit]);
  if (device !== null) {
    const ofDevices = limitOf('login_code_devices', { mailbox });
    const own = await take(limitOf('login_code_device', { email, device }));
    if (own.ok && (await take(ofDevices)).ok) return ok('usual');
    if (!own.ok && (await checkLimits(context.db, context, [ofDevices])).ok) return own;
  }
  const allowed = await take(limitOf('login_code_network', { network }));
  if (!allowed.ok) return allowed;
  // One after the other: who is past the first uses up nothing of the others.
  const usual = [
    limitOf('login_code_site', { mailbox, site: siteOf(network) }),
    limitOf('login_code', { mailbox }),
    limitOf('login_code_day', { mailbox }),
  ];
  for (const limit of usual) {
    if ((await take(limit)).ok) continue;
    return ok((await take(limitOf('login_code_late', { mailbox }))).ok ? 'late' : 'none');
  }
  return ok('usual');
}

/**
 * Lets codes and links be mailed at once again: those of this time were used up, or ended, by whoever reads the mails
 * of the address, which has to be confirmed.
 */
export async function reopenAccountMails(db: Kysely<Database>, email: string): Promise<void> {
  const mailbox = ownMailboxOf(email, true);
  await forgetFailures(db, [
    limitOf('login_code', { mailbox }),
    limitOf('login_code_late', { mailbox }),
    limitOf('password_link', { mailbox }),
  ]);
}
