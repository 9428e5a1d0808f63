import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionDays } from '#server/accounts/sessions.ts';
import { newsletterLinkDays } from '#server/marketing/newsletter.ts';
import { type PersonalDataKind, personalData } from '#server/personal-data/personal-data.ts';
import { terms } from '#server/personal-data/retention-terms.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';

// The privacy page and the map of personal data have the same kinds, purposes and terms.

/** The terms in the order of the page; years where the page says years. */
const promised = [
  sessionDays,
  terms.paidOrderYears,
  terms.ossOrderYears,
  terms.unmatchedDeclaration,
  terms.collectedDeclaration,
  terms.guestCart,
  terms.unpaidOrder,
  newsletterLinkDays,
  terms.contactMessage,
  terms.mail,
  terms.expiredLink,
  terms.webhookDelivery,
  terms.giveawayEntry,
  (terms.consentProof - 1) / 365,
];

/** The page is not about operators. */
type Kind = Exclude<PersonalDataKind, `operator${string}`>;

/** Words of the page, in German and English. */
type Words = readonly [de: string, en: string];

interface Description {
  /** Where the page names the data. */
  readonly what: Words;
  /** Where it names each purpose of the map, in its order. */
  readonly why: readonly [Words, ...Words[]];
  /** Where the page says how long it is kept, if with other words than `what`. */
  readonly kept?: Words;
}

const account: Words = ['Für ein Konto verarbeiten wir', 'For an account we process'];
const logIn: Words = ['um Sie anzumelden', 'to log you in'];
const order: Words = ['Für eine Bestellung kommen Anschrift', 'For an order, address, contents'];
const tax: Words = ['weil das Steuerrecht es verlangt', 'because tax law requires it'];
const renewals: Words = [
  'damit die folgenden Zeiträume bezahlt werden können',
  'so that the periods that follow can be paid',
];
const mails: Words = ['E-Mails, die wir verschickt haben', 'E-mails that we have sent'];
const resent: Words = ['oder nicht zustellen konnten', 'or could not deliver'];
const mailedLinks: Words = ['Links und Codes aus E-Mails', 'Links and codes in e-mails'];
const newsletter: Words = ['Den Newsletter erhalten Sie nur', 'You receive the newsletter only if'];
const confirmed: Words = ['über den Link in einer E-Mail bestätigen', 'confirm by the link in an e-mail'];
const guestCart: Words = ['Warenkörbe von Gästen auf unserem Server', 'Guest carts on our server'];
const lawOfUse: Words = [
  'weil davon Ihr Widerrufsrecht abhängt',
  'because your right of withdrawal depends on it',
];
const abuse: Words = ['zum Schutz vor Missbrauch', 'to prevent abuse'];

const page: Readonly<Record<Kind, Description>> = {
  account: {
    kept: ['Konto, Lernfortschritt, Lesezeichen', 'Account, progress, bookmarks'],
    what: ['Ihren Namen, Ihre Sprache', 'your name, your language'],
    why: [account],
  },
  credentials: {
    what: ['Passkeys (nur ihre öffentlichen Schlüssel)', 'passkeys (only their public keys)'],
    why: [logIn],
  },
  links: { what: mailedLinks, why: [confirmed] },
  sessions: {
    what: ['Anmeldungen mit dem Namen des Geräts', 'Logins with the name of the device'],
    why: [logIn, logIn],
  },
  addressBook: { what: ['Ihre Anschriften', 'your postal addresses'], why: [account] },
  origin: {
    what: ['über welche Kampagne Sie kamen', 'which campaign you came by'],
    why: [['damit wir Kampagnen messen können', 'so that we can measure campaigns']],
  },
  cart: { what: guestCart, why: [order] },
  cartKeys: { what: guestCart, why: [order] },
  learning: {
    what: ['Lernfortschritt und Ihre Lesezeichen und Notizen', 'your progress, and your bookmarks and notes'],
    why: [account],
  },
  use: {
    what: ['Wann Filme bezahlter Lektionen abgerufen wurden', 'when films of paid lessons were fetched'],
    why: [lawOfUse, ['halten wir fest', 'We record when']],
  },
  reviews: {
    what: ['Bewertungen, die Sie schreiben', 'Reviews that you write'],
    why: [['stehen öffentlich unter dem Namen', 'are public under the name']],
  },
  access: {
    what: ['welche Kurse, Mitgliedschaften und Abonnements', 'which courses, memberships and subscriptions'],
    why: [['Ihnen offenstehen', 'are open to you'], renewals],
  },
  storedCard: {
    what: ['die Kartenart und die letzten vier Ziffern', 'the type of card and its last four digits'],
    why: [renewals],
  },
  vaultToken: {
    what: ['hinterlegt er Ihr Zahlungsmittel', 'it stores your means of payment'],
    why: [renewals],
  },
  order: {
    kept: ['Begonnene, nie bezahlte Bestellungen', 'Orders that were begun and never paid'],
    what: order,
    why: [order, tax],
  },
  orderNote: {
    what: ['was wir zu ihr vermerken', 'what we note about it'],
    why: [['um Ihnen antworten zu können', 'to be able to answer you']],
  },
  payment: { what: ['Zahlungsvorgang hinzu', 'the payment are added'], why: [order, tax] },
  paymentStep: {
    what: ['prüft Ihre Bank (3-D Secure)', 'Your bank checks whether you may use the card'],
    why: [['Ob Sie die Karte benutzen dürfen', 'whether you may use the card']],
  },
  paymentNetwork: {
    what: ['einen Prüfwert Ihrer IP-Adresse', 'a check value of your IP address'],
    why: [abuse],
  },
  invoice: { what: ['Bestellungen und Rechnungen', 'Orders and invoices'], why: [tax] },
  document: {
    what: ['mit den Dokumenten und E-Mails dazu', 'with the documents and e-mails about them'],
    why: [['wie wir sie verschickt haben', 'as we sent them'], tax],
  },
  gift: {
    what: ['einer anderen Person und einen Gruß an sie', 'of another person and a greeting for them'],
    why: [['um das Geschenk zuzustellen', 'to deliver the gift']],
  },
  giftCode: {
    what: ['der Code des Geschenks', 'the code by which the gift'],
    why: [['der es einlösen lässt', 'is redeemed']],
  },
  couponUse: {
    what: ['dass Ihre E-Mail-Adresse ihn benutzt hat', 'that your e-mail address has used it'],
    why: [['wenn ein Code nur einmal je Person gilt', 'where a code is good once for each person']],
  },
  declaration: {
    kept: ['Widerrufe und Kündigungen', 'Withdrawals and cancellations'],
    what: [
      'Erklären Sie hier einen Widerruf oder eine Kündigung',
      'If you declare a withdrawal or a cancellation here',
    ],
    why: [
      ['um die Erklärung zuzuordnen', 'in order to match the declaration'],
      ['nachweisen zu können', 'to be able to prove it'],
    ],
  },
  newsletter: { what: newsletter, why: [newsletter, ['Nachweise über Einwilligungen', 'Proof of consent']] },
  newsletterLink: {
    what: [
      'Nicht bestätigte Anmeldungen zum Newsletter',
      'Requests for the newsletter that were not confirmed',
    ],
    why: [confirmed],
  },
  giveaway: {
    kept: ['Teilnahmen an Verlosungen', 'Entries in giveaways'],
    what: [
      'nehmen Sie an einer Verlosung teil, Ihre E-Mail-Adresse',
      'if you enter a draw, your e-mail address',
    ],
    why: [['um Sie im Fall eines Gewinns zu erreichen', 'to reach you if you win']],
  },
  contact: {
    kept: ['Nachrichten an uns', 'Messages to us'],
    what: ['Schreiben Sie uns über das Kontaktformular', 'If you write to us through the contact form'],
    why: [['nur, um zu antworten', 'only to answer you']],
  },
  mail: { what: mails, why: [mails, resent] },
  mailContent: { what: mailedLinks, why: [mails, resent] },
  webhook: {
    what: ['über Bestellungen und gelöschte Konten', 'about orders and deleted accounts'],
    why: [['Meldungen an unsere eigenen Systeme', 'Notices to our own systems']],
  },
  limits: {
    what: [
      'Wie oft eine E-Mail-Adresse oder ein Internetanschluss',
      'how often an e-mail address or an internet connection',
    ],
    why: [['um Angriffe zu bremsen', 'to slow attacks down']],
  },
};

/** Returns the purposes of a kind, some of which are two in one sentence. */
const purposesOf = (kind: Kind): readonly string[] =>
  personalData[kind].purpose.split(/; |, and (?=proof|sending)/);

/** Headings about stored data, and paragraphs below them that name none. */
const keptSections: readonly Words[] = [
  ['Was wir für Konto und Bestellung brauchen', 'What we need for account and order'],
  ['Wenn Sie etwas verschenken', 'When you give something as a gift'],
  ['Nachrichten, Verlosungen und E-Mails', 'Messages, draws and e-mails'],
  ['Schutz vor Missbrauch', 'Protection against abuse'],
  ['Widerruf und Kündigung', 'Withdrawal and cancellation'],
  ['Newsletter', 'Newsletter'],
  ['Wie lange wir Daten behalten', 'How long we keep data'],
];
const aboutNoData: readonly Words[] = [
  ['Was nicht als freiwillig bezeichnet ist', 'What is not marked as optional'],
];

describe.each([
  ['de', 0],
  ['en', 1],
] as const)('the privacy page (%s)', (locale, at) => {
  const text = readFileSync(join(projectRoot, `content/legal/datenschutz.${locale}.md`), 'utf8');
  const sections = text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { heading, paragraphs: lines.filter((line) => line.trim() !== '') };
    });
  const kept = sections.filter(({ heading }) => keptSections.some((words) => words[at] === heading));

  test('states the terms after which data is deleted', () => {
    const list = kept.at(-1)?.paragraphs.join('\n') ?? '';
    expect((list.match(/\d+/g) ?? []).map(Number)).toEqual(promised);
  });

  test('names every kind of data in the map, and each of its purposes', () => {
    for (const [kind, { what, why, kept: term = what }] of Object.entries(page) as [Kind, Description][]) {
      expect(why, `${kind}: ${purposesOf(kind).join(' | ')}`).toHaveLength(purposesOf(kind).length);
      for (const words of [what, ...why, term]) expect(text, kind).toContain(words[at]);
    }
  });

  test('names no kind of data that the map does not have', () => {
    expect(kept).toHaveLength(keptSections.length);
    const described = Object.values(page).flatMap(({ what, why, kept: term = what }) => [what, ...why, term]);
    const known = [...described, ...aboutNoData].map((words) => words[at]);
    const unknown = kept
      .flatMap(({ paragraphs }) => paragraphs)
      .filter((paragraph) => !known.some((words) => paragraph.includes(words)));
    expect(unknown).toEqual([]);
  });
});
