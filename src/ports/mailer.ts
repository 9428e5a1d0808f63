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
    /** Set for an image that the HTML shows as `cid:<contentId>` (RFC 2392). Mail programs do not list it as a file. */
    readonly contentId?: string;
  }[];
  /** Address for replies when it is not the sender. */
  readonly replyTo?: string;
  /**
   * URL that unsubscribes from a newsletter with one request (RFC 8058); mail programs show a button for it.
   */
  readonly unsubscribeUrl?: string;
}

/** Properties that the error of a failed `send` may have besides its message. */
export interface MailFailure {
  /**
   * Gives the mail up at once. Only when no retry can succeed: the service says that this recipient does not exist.
   * Never for credentials, senders, limits or suspected spam.
   */
  readonly isFinal?: boolean;
  /**
   * Seconds to wait before the next request, from the service's `Retry-After` header: seconds or an HTTP date
   * (RFC 9110 §10.2.3). 0 or absent if the time has passed or cannot be read.
   */
  readonly retryAfter?: number;
}

/**
 * Sends mails. Promises:
 * - `send` resolves only after the mail was accepted for delivery, and rejects otherwise, so that the outbox sends it
 *   again; the error may have the properties of `MailFailure`. It tries once, with its own timeout (20 seconds; the
 *   shop waits for 24). It does not retry, leaves no timers or open requests, and changes no state of the process.
 * - The mail arrives as it was written, not cut, sanitised or encoded twice, and only at its recipient: no copies, no
 *   tracking pixel, no rewritten links, no counting of opens or clicks by the service.
 * - Attachments with a content id arrive with it, inline, so that the HTML can show them.
 * - A repeated mail has the message id of its first try, and the same idempotency key if the service supports such
 *   keys, however late it is repeated.
 * - Neither the recipient nor any content of the mail appears in errors, URLs, the log, the console or other files:
 *   services repeat both in their error responses.
 *
 * Independent of templates, languages and orders. The conformance kit does not check what a service does with a mail
 * that it has accepted.
 */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
  /** Deletes stored copies of mails by their ids; unknown ids are ignored. Absent if the mailer stores nothing. */
  forget?(ids: readonly string[]): Promise<void>;
  /**
   * Connects and logs in without sending; rejects with the reason when the service would accept no mail. Settles within
   * 20 seconds. Used by `npm run shop -- check`. Absent if the service has no such call.
   */
  verify?(): Promise<void>;
}
