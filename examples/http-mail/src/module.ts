import type { MailModule } from 'meisterhand/ports';
import { z } from 'zod';

const settings = {
  HTTP_MAIL_URL: z
    .url({
      protocol: /^https?$/,
      error: 'set the address of the mail service, like https://api.post.example',
    })
    .transform((url) => url.replace(/\/+$/, '')),
  HTTP_MAIL_KEY: z
    .string({ error: 'set the key that the mail service shows under "API keys"' })
    .min(16, { error: 'set the whole key; it has at least 16 characters' }),
};

/** Sends mails through a service with an HTTP API. */
export default {
  kind: 'mail',
  name: 'http_mail',
  settings,
  check: ({ HTTP_MAIL_URL }, { mode }) =>
    mode === 'live' && HTTP_MAIL_URL.startsWith('http:')
      ? [{ name: 'HTTP_MAIL_URL', text: 'HTTP_MAIL_URL is not encrypted: live mode needs https.' }]
      : [],
  async open({ HTTP_MAIL_URL, HTTP_MAIL_KEY }) {
    const { createHttpMailer } = await import('./http-mailer.ts');
    return createHttpMailer({ url: HTTP_MAIL_URL, key: HTTP_MAIL_KEY });
  },
} satisfies MailModule<typeof settings>;
