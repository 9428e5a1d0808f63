import * as z from 'zod/mini';
import { type Infer, instant, text } from './primitives.ts';

/** Parts of `mail.json` that operators can edit: general texts, the mails, and texts shared by several mails. */
export const writtenMails = [
  'general',
  'order',
  'gift',
  'subscription',
  'shipped',
  'address_changed',
  'transfer',
  'transfer_awaited',
  'transfer_reminder',
  'transfer_expired',
  'transfer_called_off',
  'payment_failed',
  'early_start',
  'order_link',
  'set_password',
  'reset_password',
  'email_confirmation',
  'login_code',
  'email_change',
  'email_change_notice',
  'email_change_code',
  'email_changed',
  'password_changed',
  'passkey_added',
  'account_deletion',
  'account_deleted',
  'newsletter_confirm',
  'newsletter_welcome',
  'contact_receipt',
  'giveaway_won',
  'refund',
  'declaration',
  'collected_receipt',
  'withdrawal_receipt',
  'cancellation_receipt',
  'withdrawal_outcome',
  'cancellation_outcome',
  'contract',
  'renewal',
  'renewal_reminder',
  'renewal_failed',
  'subscription_cancelled',
  'subscription_resumed',
  'subscription_ending',
  'subscription_ended',
  'payment_method_changed',
  'gift_delivery',
  'operator_access',
] as const;

export type WrittenMail = (typeof writtenMails)[number];

/** A key in `mail.json`, with a dot for a nested one: `results.refunded`. */
const mailTextKey = z.string().check(z.regex(/^[a-z_]+(\.[A-Za-z_]+)?$/), z.maxLength(80));

/** Maximum length of a text in characters. */
const longestMailText = 2_000;

const typedText = text(longestMailText);

/** Texts of a mail that replace those of the file, by language and key. */
export const mailTextChanges = z.object({
  de: z.record(mailTextKey, typedText),
  en: z.record(mailTextKey, typedText),
});

export type MailTextChanges = Infer<typeof mailTextChanges>;

/** `file`: all texts are those of the file; `draft`: an unpublished draft differs from the texts in use. */
const mailTextStates = ['file', 'changed', 'draft'] as const;

/** A mail in the list of mails. */
export const listedMailTexts = z.object({
  /** Name of its part in `mail.json`, or `general`. */
  id: z.string(),
  state: z.enum(mailTextStates),
  changed_at: z.nullable(instant),
});

export type ListedMailTexts = Infer<typeof listedMailTexts>;

const mailTextLine = z.object({
  key: mailTextKey,
  /** Placeholders that the text must contain, as `{{name}}`. */
  placeholders: z.array(z.string()),
  file: z.object({ de: z.string(), en: z.string() }),
});

/** Why a text is rejected. */
export const mailTextFault = z.object({
  locale: z.enum(['de', 'en']),
  key: z.string(),
  code: z.enum([
    'unknown_text',
    'empty',
    /** A subject, heading or button must have one line. */
    'lines',
    'unknown_placeholder',
    'missing_placeholder',
  ]),
  /** The placeholder, without braces. */
  name: z.nullable(z.string()),
});

export type MailTextFault = Infer<typeof mailTextFault>;

/** A mail with all its editable texts. */
export const mailTexts = z.object({
  ...listedMailTexts.shape,
  /** 0 if never changed. */
  version: z.int(),
  lines: z.array(mailTextLine),
  /** The texts of the last save. */
  changes: mailTextChanges,
  /** Changes that no longer fit the file; the texts of the file are sent instead. */
  faults: z.array(mailTextFault),
  /** Newest first. */
  versions: z.array(
    z.object({
      number: z.int(),
      is_published: z.boolean(),
      saved_at: instant,
      saved_by: z.nullable(z.string()),
      changes: mailTextChanges,
    }),
  ),
});

export type EditedMailTexts = Infer<typeof mailTexts>;
