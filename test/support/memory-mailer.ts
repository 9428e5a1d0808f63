import type { Mailer, MailMessage } from '#ports/mailer.ts';

/** A mailer that keeps what it was given, and refuses on demand. */
export interface MemoryMailer extends Mailer {
  /** In the order they were handed over; a mail sent twice is here twice. */
  readonly delivered: readonly MailMessage[];
  /** From now on sending fails with this reason; null delivers again. */
  refuse(reason: string | null): void;
}

/** Keeps mails in memory. */
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
