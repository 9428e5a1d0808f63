import { normaliseEmail } from '#core/model/email-address.ts';

/**
 * Returns the mailbox of an address, by which mail limits count: most mail services treat text after a plus sign as a
 * label of the same mailbox (docs/behaviour/mail.md#mails-that-others-can-cause).
 */
export function mailboxOf(email: string): string {
  return normaliseEmail(email).replace(/(?<=.)\+[^@]*(?=@)/, '');
}

/**
 * Like `mailboxOf`, for mails with login codes and links. A confirmed address counts alone: otherwise accounts that
 * strangers made for other labels of the mailbox would use up its owner's codes and links.
 */
export function ownMailboxOf(email: string, isConfirmed: boolean): string {
  return isConfirmed ? `confirmed ${email}` : mailboxOf(email);
}
