import type { Kysely } from 'kysely';
import { ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { ownMailboxOf } from '#server/platform/mailboxes.ts';
import {
  checkLimits,
  limitOf,
  type RateLimit,
  resetFailures,
  siteOf,
  takeHit,
} from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Mail limits that let the owner log in by mail, whatever strangers request (docs/behaviour/accounts.md#login-code).
 */

interface CodeAsker {
  readonly email: string;
  /** As `ownMailboxOf` returns it. */
  readonly mailbox: string;
  readonly network: string;
  /** Id of a known device. Null for an unknown one. */
  readonly device: string | null;
}

/** `late`: a code that is valid for an hour. One an hour is mailed, so that the mailbox always has a valid code. */
type CodeMail = 'usual' | 'late' | 'none';

/**
 * Decides whether a code is mailed. Refuses only when the caller's own device or network exceeds its limit. Above the
 * limit of a site, of ten minutes or of a day, one code an hour is mailed. Above the limit of all known devices
 * together, each counts as unknown.
 */
export async function limitCodeMail(
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
  // In this order: a request above the first limit does not count against the others.
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
 * Resets the limits, so that codes and links can be mailed again at once. Only for a confirmed address: the reader of
 * its mails has used or invalidated the earlier ones.
 */
export async function reopenAccountMails(db: Kysely<Database>, email: string): Promise<void> {
  const mailbox = ownMailboxOf(email, true);
  await resetFailures(db, [
    limitOf('login_code', { mailbox }),
    limitOf('login_code_late', { mailbox }),
    limitOf('password_link', { mailbox }),
  ]);
}
