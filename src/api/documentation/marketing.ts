import type { Area } from './operation-text.ts';

const token = 'AZN_LlowfGGbXj8qHUyOcA.pZ3vX0cT5m2uQ8sLr1YdKwpZ3vX0cT5m2uQ8sLr1YdK';

export const marketing = {
  title: 'Newsletter, contact and tracking',
  description: 'A newsletter is sent only to who confirmed it by a link in a mail.',
  operations: {
    subscribeToNewsletter: {
      summary: 'Ask for the newsletter',
      description: 'Mails a link to confirm by. Known and unknown addresses are answered alike.',
      failures: ['TOO_MANY_ATTEMPTS'],
      example: { body: { email: 'johanna.brandt@example.org', locale: 'en', source: 'footer' } },
    },
    confirmNewsletter: {
      summary: 'Confirm the newsletter',
      description: 'With the token of the mail.',
      failures: ['LINK_EXPIRED'],
    },
    leaveNewsletter: {
      summary: 'End the newsletter',
      description: 'By the signed link of every newsletter, as often as it is called. HEAD is refused.',
      failures: ['NOT_FOUND'],
      example: { query: { token } },
    },
    leaveNewsletterByMail: {
      summary: 'End the newsletter by a mail program’s button',
      description: 'The same for programs that send a form (RFC 8058). A body is not read.',
      failures: ['NOT_FOUND'],
      example: { query: { token } },
    },
    enterGiveaway: {
      summary: 'Enter a giveaway',
      description: 'Once per e-mail; a second entry is answered alike.',
      failures: ['NOT_FOUND', 'EXPIRED', 'NOT_YET_VALID', 'TOO_MANY_ATTEMPTS'],
      example: { body: { email: 'johanna.brandt@example.org', giveaway: 'winterlos' } },
    },
    sendMessage: {
      summary: 'Write to the shop',
      description: 'With a receipt to the author.',
      failures: ['TOO_MANY_ATTEMPTS'],
    },
    trackUtm: {
      summary: 'Tell where a new user came from',
      description: 'Only one’s own, and only the first call counts. Send it with consent to marketing only.',
      failures: ['FORBIDDEN'],
      example: { body: { utm_source: 'newsletter', user_id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70' } },
    },
  },
} as const satisfies Area;
