import deCheckout from '#locales/de/checkout.json' with { type: 'json' };
import deErrors from '#locales/de/error.json' with { type: 'json' };
import deMails from '#locales/de/mail.json' with { type: 'json' };
import enCheckout from '#locales/en/checkout.json' with { type: 'json' };
import enErrors from '#locales/en/error.json' with { type: 'json' };
import enMails from '#locales/en/mail.json' with { type: 'json' };
import type { ApiTexts } from '#server/api.ts';

/** The texts of API responses, in both languages. */
export const apiTexts: ApiTexts = {
  failures: { de: deErrors, en: enErrors },
  deliveryNotes: { de: deCheckout.delivery, en: enCheckout.delivery },
  mails: {
    de: { ...deMails, facts: deCheckout.facts },
    en: { ...enMails, facts: enCheckout.facts },
  },
};
