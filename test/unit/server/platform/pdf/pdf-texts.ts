import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';

/** The texts of mails and PDFs from the locales of the shop. */
export const pdfTexts: MailTexts = apiTexts.mails;

export const testBrand: Brand = {
  name: 'Meisterhand',
  company: [
    'Meisterhand Werkstatt GmbH',
    'Lindenstraße 12, 10969 Berlin, Deutschland',
    '+49 30 1234567, post@meisterhand.example',
    'Amtsgericht Charlottenburg, HRB 123456 B',
    'Anna Muster',
  ],
  vat_id: 'DE123456789',
  sender: 'Meisterhand <post@meisterhand.example>',
  support: 'hilfe@meisterhand.example',
  delivery_time: { de: '2 bis 4 Werktage', en: '2 to 4 working days' },
};

/** A gift sheet without a recipient. */
export const giftSheet = {
  code: 'GESCHENK-7K4P-2QXX',
  title: 'Sehen, messen, zeichnen',
  value: null,
  recipient: null,
  greeting: null,
  theme: 'neutral',
  sender: 'Clara',
  redeemAddress: 'https://meisterhand.example/de/redeem',
  texts: pdfTexts.de.gift_sheet,
  brand: testBrand,
  locale: 'de',
} as const;
