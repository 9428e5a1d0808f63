/** A mail ready to be sent; texts are final. */
export interface MailMessage {
  /** Stable per mail, so that a repeated delivery can be recognised. */
  readonly id: string;
  /** For example `Meisterhand <post@meisterhand.example>`. */
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
  /** Where replies go when that is not the sender. */
  readonly replyTo?: string;
  /** Address that ends a newsletter with one call (RFC 8058); mail programs make a button of it. */
  readonly unsubscribeUrl?: string;
}

/**
 * Hands mails over for delivery. Promises: resolves only once the message is safely handed over; throws when it is
 * not, so that the outbox tries again. Does not know templates, languages or orders.
 */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
