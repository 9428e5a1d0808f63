/** A mail that is ready to be sent. */
export interface MailMessage {
  /** Identifies the mail, so that a repeated delivery can be detected. */
  readonly id: string;
  /** Sender with name, for example `Meisterhand <post@meisterhand.example>`. */
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly content: Buffer;
    readonly type: string;
    /** Of a picture that the HTML shows as `cid:<contentId>` (RFC 2392); it is no file to save. */
    readonly contentId?: string;
  }[];
  /** Address for replies when it is not the sender. */
  readonly replyTo?: string;
  /**
   * URL that unsubscribes from a newsletter with one request (RFC 8058); mail programs show a button for it.
   */
  readonly unsubscribeUrl?: string;
}

/** What the error of a mail that was not sent may tell beside its message. */
export interface MailFailure {
  /**
   * The mail is given up at once. Only for what no later try can change: the service says that this recipient does not
   * exist. Never for keys, senders, limits or suspicions of spam.
   */
  readonly isFinal?: boolean;
  /**
   * Seconds that the service wants to be left alone, as its `Retry-After` says: a number of seconds or an HTTP date
   * (RFC 9110 §10.2.3). 0 or absent for what is over or cannot be read.
   */
  readonly retryAfter?: number;
}

/**
 * Sends mails. Promises:
 * - `send` resolves only after the mail was accepted for delivery, and rejects otherwise, so that the outbox sends it
 *   again; the error may have the properties of `MailFailure`. It tries once, with a time limit of its own (20 seconds;
 *   the shop waits for 24), repeats nothing by itself, leaves no timers and open requests behind, and changes nothing
 *   of the process.
 * - The mail arrives as it was written, not cut, cleaned or encoded twice, at its recipient alone: no copies, no
 *   pixel, no rewritten links, no counting of opens or clicks by the service.
 * - Attachments with a content id arrive with it, inline, so that the HTML can show them.
 * - A repeated mail has the message id of its first try, and its idempotency key where the service knows such keys,
 *   however late it is repeated.
 * - Neither the recipient nor anything of the mail stands in errors, in addresses, in the log, on the console or in
 *   other files: services repeat both in their refusals.
 *
 * Is independent of templates, languages and orders. The kit does not see what a service does with a mail that it has
 * accepted.
 */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
  /**
   * Deletes what it has kept of mails, by their ids; unknown ones do no harm. A mailer that keeps nothing has no
   * `forget`.
   */
  forget?(ids: readonly string[]): Promise<void>;
  /**
   * Connects and logs in without sending anything; rejects with the reason when the service would take no mail. For
   * `npm run shop -- check`; within 20 seconds. A service without such a call has no `verify`.
   */
  verify?(): Promise<void>;
}
