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
  }[];
  /** Address for replies when it is not the sender. */
  readonly replyTo?: string;
  /**
   * URL that unsubscribes from a newsletter with one request (RFC 8058); mail programs show a button for it.
   */
  readonly unsubscribeUrl?: string;
}

/**
 * Sends mails. Promises: `send` resolves only after the mail was accepted for delivery, and rejects
 * otherwise, so that the outbox sends it again. Is independent of templates, languages and orders.
 */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
