import { expect } from 'vitest';
import type { Mailer, MailMessage } from '#ports/mailer.ts';

/** A mail as the recipient's mailbox received it. */
export interface ArrivedMail extends Omit<MailMessage, 'id'> {
  /** Every delivery of the same mail has the same message id. */
  readonly messageId: string;
  /** Every address to which the service delivers the mail: recipient, open copies and blind copies. */
  readonly recipients: readonly string[];
  /** Whether the header `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058) is there. */
  readonly hasOneClick: boolean;
  /** Whether the service counts opens or rewrites links, by request or by default. */
  readonly isTracked: boolean;
}

/**
 * How a service refuses a mail. `recipient`: for good, in words that repeat recipient and subject, as services do;
 * `credentials`: the key or the sender is not allowed; `too_many`: later, perhaps; `suspicion`: the mail looks like
 * spam or is not as the service wants it; `belated`: the response begins like an acceptance, such as status 200 with
 * the refusal in its body, or a refusal after the whole text was taken.
 */
export type MailRefusal = 'recipient' | 'credentials' | 'too_many' | 'suspicion' | 'belated';

/**
 * A mailer under test with control over the server or folder to which it delivers. Members marked as "of a service" are
 * not defined for a mailer without a service, which skips their tests.
 */
export interface MailerHarness {
  readonly mailer: Mailer;
  arrived(): Promise<readonly ArrivedMail[]>;
  /** Makes every delivery fail until `mend` is called. */
  breakDown(): Promise<void>;
  /** Undoes `breakDown` and `refuse`. */
  mend(): Promise<void>;
  /** Of a service: makes it refuse every mail in this way until `mend` is called. */
  refuse?(how: MailRefusal): Promise<void>;
  /** Of a service: makes it accept requests or connections from now on without ever responding. */
  hang?(): Promise<void>;
  /**
   * Of a service: returns the attempts to deliver that have reached it, refused ones as well, each with its idempotency
   * key; null for a service without such keys.
   */
  tries?(): Promise<readonly (string | null)[]>;
  /**
   * Of a service with HTTP: makes it refuse every mail with this header `Retry-After` and 429, or 503 as in a
   * maintenance, until `mend` is called.
   */
  refuseFor?(retryAfter: string, status: 429 | 503): Promise<void>;
  /**
   * Of a service with HTTP: makes it begin every response from now on, and send a piece of it now and again, without
   * end.
   */
  trickle?(): Promise<void>;
  /** Of a service: makes it unreachable from now on. Needed by a mailer with `verify`. */
  cutOff?(): Promise<void>;
  /**
   * Longest time in milliseconds that `send` and `verify` of this mailer may take: 20,000 in production, less in tests.
   */
  readonly timeLimit: number;
  /** Returns what the mailer has written to its log. Not defined for a mailer without a log. */
  logged?(): Promise<string>;
  dispose(): Promise<void>;
}

let mails = 0;

/** Returns a mail to Johanna Brandt with a new id. It is frozen, because a change would affect the next mail. */
export function mail(changes: Partial<MailMessage> = {}): MailMessage {
  mails += 1;
  const message: MailMessage = {
    id: `00000000-0000-4000-8000-${String(mails).padStart(12, '0')}`,
    sender: 'Meisterhand <post@meisterhand.example>',
    recipient: 'johanna.brandt@example.com',
    subject: 'Größe, 89,00 € und ein Strich – für Łucja',
    text: 'Guten Tag,\n\n.ein Punkt am Anfang\n\nGrüße für 89,00 €',
    html: '<!doctype html><p>Grüße für 89,00&nbsp;€</p>',
    attachments: [],
    ...changes,
  };
  for (const one of [message.attachments, ...message.attachments, message]) Object.freeze(one);
  return message;
}

/** Returns the only mail that has arrived. Throws if there is not exactly one. */
export async function only({ arrived }: MailerHarness): Promise<ArrivedMail> {
  const [first, ...others] = await arrived();
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('No mail arrived');
  return first;
}

/** Returns how a call has ended. */
export const outcomeOf = (call: Promise<unknown> | undefined): Promise<'fulfilled' | 'rejected'> =>
  Promise.resolve(call).then(
    () => 'fulfilled',
    () => 'rejected',
  );
