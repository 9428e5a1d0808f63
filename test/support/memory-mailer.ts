import type { Mailer, MailMessage } from '#ports/mailer.ts';

/** A mailer that stores mails in memory and can be made to fail. */
export interface MemoryMailer extends Mailer {
  /** Mails in the order in which they were sent; a mail that was sent twice is listed twice. */
  readonly delivered: readonly MailMessage[];
  /** Makes sending fail with this reason; null makes sending succeed again. */
  refuse(reason: string | null): void;
}

export function createMemoryMailer(): MemoryMailer {
  const delivered: MailMessage[] = [];
  let refusal: string | null = null;
  return {
    delivered,
    refuse(reason) {
      refusal = reason;
    },
    async send(message) {
      if (refusal !== null) throw new Error(refusal);
      delivered.push(message);
    },
  };
}
