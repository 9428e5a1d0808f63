import { normaliseEmail } from '#core/model/email-address.ts';

/**
 * The mailbox of an address, as limits of mails count it: at most services of mail, what follows a plus sign is only a
 * label of the same mailbox (docs/behaviour/mail.md#mails-that-others-can-cause).
 */
export function mailboxOf(email: string): string {
  return normaliseEmail(email).replace(/(?<=.)\+[^@]*(?=@)/, '');
}

/**
 * As `mailboxOf`, for mails that let somebody in. An address that its reader has confirmed counts alone: otherwise
 * accounts that strangers made for other labels of the mailbox would use up its owner's codes and links.
 */
export function ownMailboxOf(email: string, isConfirmed: boolean): string {
  return isConfirmed ? `confirmed ${email}` : mailboxOf(email);
}
