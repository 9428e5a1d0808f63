import type { Mailer } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

interface MailerOptions {
  readonly url: string;
  readonly key: string;
}

export function createSampleNameMailer(_options: MailerOptions): Mailer {
  return {
    async send(_message) {
      notYet(
        'send the mail to the service, with a time limit; return when it has accepted the mail, and throw otherwise',
      );
    },
  };
}
