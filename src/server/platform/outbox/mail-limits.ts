import type { Transaction } from 'kysely';
import type { LimitName } from '#api/rate-limit-policy.ts';
import type { Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { mailboxOf } from '#server/platform/mailboxes.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { MailTemplate } from './mail-templates.ts';

/** Limits by recipient alone. */
type MailLimit = Extract<
  LimitName,
  'email_confirmation' | 'email_change_to' | 'account_notice' | 'account_notice_owner'
>;

type MailBound =
  /** Counted here by mailbox; `owner` applies to an address that an account has confirmed. */
  | { readonly by: 'outbox'; readonly limit: MailLimit; readonly owner: MailLimit }
  /** Counted before by the service that sends the mail, because it responds differently over the limit. */
  | { readonly by: 'service'; readonly limits: readonly LimitName[] }
  /** Caused by a purchase or a subscription: never dropped, because the law entitles buyers to it. */
  | { readonly by: 'purchase' }
  /** Caused by a link or code that only the reader of the mailbox has. */
  | { readonly by: 'mailbox' }
  /** Goes to the shop itself. */
  | { readonly by: 'shop' }
  /** Caused by an operator, once for each recipient. */
  | { readonly by: 'operator' };

const notice: MailBound = { by: 'outbox', limit: 'account_notice', owner: 'account_notice_owner' };
const purchase: MailBound = { by: 'purchase' };
const declaration: MailBound = {
  by: 'service',
  limits: ['declaration', 'declaration_network', 'declaration_site', 'collected_receipt'],
};

/**
 * How each template is protected against flooding of other people's mailboxes
 * (docs/behaviour/mail.md#mails-that-others-can-cause).
 */
export const mailLimits: Readonly<Record<MailTemplate, MailBound>> = {
  email_confirmation: { by: 'outbox', limit: 'email_confirmation', owner: 'email_confirmation' },
  email_change: { by: 'outbox', limit: 'email_change_to', owner: 'email_change_to' },
  email_change_notice: notice,
  email_change_code: notice,
  password_changed: notice,
  passkey_added: notice,
  account_deletion: notice,
  // By then it is no longer known whether the address was confirmed.
  account_deleted: { by: 'outbox', limit: 'account_notice', owner: 'account_notice' },
  // Separate limits, so that exhausting those above does not lock the owner out.
  login_code: {
    by: 'service',
    limits: [
      'login_code',
      'login_code_day',
      'login_code_site',
      'login_code_late',
      'login_code_device',
      'login_code_devices',
    ],
  },
  reset_password: { by: 'service', limits: ['password_link'] },
  newsletter_confirm: { by: 'service', limits: ['newsletter', 'profile_mail'] },
  contact_receipt: { by: 'service', limits: ['contact_receipt'] },
  order_link: { by: 'service', limits: ['order_link'] },
  withdrawal_receipt: declaration,
  cancellation_receipt: declaration,
  collected_receipt: declaration,
  email_changed: { by: 'mailbox' },
  newsletter_welcome: { by: 'mailbox' },
  contact_message: { by: 'shop' },
  giveaway_won: { by: 'operator' },
  operator_access: { by: 'operator' },
  text_trial: { by: 'operator' },
  order: purchase,
  gift: purchase,
  subscription: purchase,
  early_start: purchase,
  // An outcome is caused by a purchase, or by an operator's answer.
  withdrawal_outcome: purchase,
  cancellation_outcome: purchase,
  gift_delivery: purchase,
  renewal: purchase,
  set_password: purchase,
  // The number of open transfers is limited.
  transfer_awaited: purchase,
  transfer_reminder: purchase,
  transfer_expired: purchase,
  transfer_called_off: purchase,
  payment_failed: purchase,
  shipped: purchase,
  address_changed: purchase,
  refund: purchase,
  renewal_reminder: purchase,
  renewal_failed: purchase,
  subscription_cancelled: purchase,
  subscription_resumed: purchase,
  subscription_ending: purchase,
  subscription_ended: purchase,
  payment_method_changed: purchase,
};

interface LimitedMail {
  readonly template: MailTemplate;
  readonly recipient: string;
  readonly link?: { readonly user_id: string };
}

/**
 * Counts the mails whose template is limited here. Returns the allowed ones, and the failure of the first refused one.
 * Locks accounts before counters, and counters in the order of their names, as all transactions do, to prevent
 * deadlocks.
 */
export async function applyMailLimits<Mail extends LimitedMail>(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'log'>,
  mails: readonly Mail[],
): Promise<{ readonly allowed: readonly Mail[]; readonly refusal: DomainFailure | null }> {
  const bounded = mails.filter(({ template }) => mailLimits[template].by === 'outbox');
  if (bounded.length === 0) return { allowed: mails, refusal: null };
  const confirmed = await lockAccounts(trx, bounded);
  const counted = bounded
    .map((mail) => ({ mail, limit: limitFor(mail, confirmed), mailbox: mailboxOf(mail.recipient) }))
    .toSorted((one, other) => compare(one.limit + one.mailbox, other.limit + other.mailbox));
  const refused = new Map<LimitedMail, DomainFailure>();
  for (const { mail, limit, mailbox } of counted) {
    const taken: Result<null, DomainFailure> = await takeHit(trx, context, [limitOf(limit, { mailbox })]);
    if (taken.ok) continue;
    refused.set(mail, taken.error);
    context.log.warn('mail_over_limit', { template: mail.template, limit });
  }
  const [refusal = null] = refused.values();
  return { allowed: mails.filter((mail) => !refused.has(mail)), refusal };
}

/** Locks the accounts that the mails are about, and returns the confirmed addresses. */
async function lockAccounts(
  trx: Transaction<Database>,
  mails: readonly LimitedMail[],
): Promise<ReadonlySet<string>> {
  const owners = mails.flatMap(({ link }) => (link === undefined ? [] : [link.user_id]));
  const rows = await trx
    .selectFrom('users')
    .select(['email', 'email_confirmed_at'])
    .where((where) =>
      where.or([
        where(
          'email',
          'in',
          mails.map(({ recipient }) => recipient),
        ),
        ...(owners.length === 0 ? [] : [where('id', 'in', owners)]),
      ]),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.filter((row) => row.email_confirmed_at !== null).map(({ email }) => email));
}

function limitFor({ template, recipient }: LimitedMail, confirmed: ReadonlySet<string>): MailLimit {
  const bound = mailLimits[template];
  if (bound.by !== 'outbox') throw new Error(`${template} is not counted by mailbox`);
  return confirmed.has(recipient) ? bound.owner : bound.limit;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
