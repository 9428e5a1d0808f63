import type { Locale } from '#core/rules/locale.ts';

/** Words of the pretended issuer. They belong to the provider, not to the shop, so they are not in the shop's locales. */
interface ChallengeTexts {
  readonly title: string;
  readonly cancel_label: string;
  readonly bank: string;
  readonly intro: string;
  readonly shop: string;
  readonly amount: string;
  readonly card: string;
  readonly code: string;
  readonly confirm: string;
  readonly wrong_code: string;
  readonly hint: string;
  readonly hint_hopeless: string;
}

export const challengeTexts: Readonly<Record<Locale, ChallengeTexts>> = {
  de: {
    title: 'Zahlung bestätigen',
    cancel_label: 'Abbrechen',
    bank: 'Testbank',
    intro: 'Ihre Bank möchte sichergehen, dass Sie es sind. Bitte geben Sie den Code ein.',
    shop: 'Händler',
    amount: 'Betrag',
    card: 'Karte',
    code: 'Bestätigungscode',
    confirm: 'Bestätigen',
    wrong_code: 'Dieser Code stimmt nicht. Bitte geben Sie ihn noch einmal ein.',
    hint: 'Testbetrieb: Der Code ist 1234.',
    hint_hopeless: 'Testbetrieb: Diese Karte lehnt jeden Code ab.',
  },
  en: {
    title: 'Confirm your payment',
    cancel_label: 'Cancel',
    bank: 'Test Bank',
    intro: 'Your bank would like to be sure that it is you. Please enter the code.',
    shop: 'Shop',
    amount: 'Amount',
    card: 'Card',
    code: 'Confirmation code',
    confirm: 'Confirm',
    wrong_code: 'This code is not right. Please enter it again.',
    hint: 'Test mode: the code is 1234.',
    hint_hopeless: 'Test mode: this card refuses every code.',
  },
};
