import type { Campaign } from '#core/model/content.ts';
import type { LessonPage } from '#core/model/learning.ts';
import type { ProductKind, ProductPage } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { Coupon } from '#core/rules/coupons/discounts.ts';
import { plainCoupon } from '#test/arbitraries/arbitrary-coupon.ts';
import { toMemoryCard } from './memory-catalogue-calls.ts';
import type { MemoryShopFacts, MemoryUser } from './memory-server.ts';
import { vienna } from './vienna.ts';

/** 21 November 2026, 10:00 UTC, in milliseconds since the epoch. */
export const testStart = Date.UTC(2026, 10, 21, 10);

/** Credentials of the demo learner (docs/behaviour/operations.md#demo-learner). */
export const learnerCredentials = {
  identifier: 'lernende@meisterhand.example',
  password: 'meisterhand-demo',
} as const;

type Outline = Pick<ProductPage, 'slug' | 'kind' | 'title'> & {
  readonly cents: number;
  readonly max_quantity?: number | null;
  readonly is_shipped?: boolean;
};

const drawing = { identifier: 'zeichnen', title: 'Zeichnen' };
const hand = { identifier: 'hand-und-bild', title: 'Hand und Bild' };

function product(outline: Outline): ProductPage {
  const { slug, kind, title } = outline;
  return {
    id: slug,
    kind,
    slug,
    title,
    subtitle: '',
    price: cents(outline.cents),
    monthly_price: null,
    picture: slug,
    picture_alt: title,
    name: title,
    person: {
      slug: 'clara-schumann',
      firstname: 'Clara',
      lastname: 'Schumann',
      picture: 'portraet-clara-schumann',
      portrait: { full: '/pictures/portraet-clara-schumann-1200.webp' },
    },
    category: drawing,
    group: kind === 'course' ? hand : null,
    is_available: true,
    max_quantity: outline.max_quantity ?? null,
    is_shipped: outline.is_shipped ?? false,
    is_fixed_price: kind === 'book',
    lesson_count: null,
    length_seconds: null,
    rating: null,
    trailer: null,
    trailer_text: null,
    trailer_has_sound: false,
    trailer_is_adaptive: false,
    trailer_has_files: false,
    trailer_has_preview: false,
    trailer_captions: [],
    bundle_offers: [],
    safety: null,
    share_picture: null,
    description: [],
    delivery_note: '',
    stock: null,
    seo_markup: { name: title, description: '', keywords: [] },
    details: details(kind),
  };
}

function details(kind: ProductKind): ProductPage['details'] {
  const nothing = { lead: '', contents: [], questions: [], manufacturer: null, warnings: [], companions: [] };
  return { kind: kind === 'course' || kind === 'book' ? 'gift' : kind, ...nothing };
}

const courses = [
  product({ slug: 'albrecht-duerer', kind: 'course', title: 'Zeichnen', cents: 8_900, max_quantity: 1 }),
  product({ slug: 'clara-schumann', kind: 'course', title: 'Klavier', cents: 9_900, max_quantity: 1 }),
  product({ slug: 'emmy-noether', kind: 'course', title: 'Mathematik', cents: 7_900, max_quantity: 1 }),
];
const book = product({
  slug: 'raupen-lesen',
  kind: 'book',
  title: 'Raupen lesen',
  cents: 2_800,
  is_shipped: true,
});
const gift = product({
  slug: 'geschenk-clara-schumann',
  kind: 'gift',
  title: 'Klavier schenken',
  cents: 9_900,
});
const box = product({
  slug: 'zeichentisch',
  kind: 'gift_box',
  title: 'Zeichentisch',
  cents: 5_900,
  max_quantity: 3,
  is_shipped: true,
});
const rareBox = product({
  slug: 'druckwerkstatt',
  kind: 'gift_box',
  title: 'Druckwerkstatt',
  cents: 6_900,
  is_shipped: true,
});

function coupon(changes: Partial<Coupon> & Pick<Coupon, 'code'>): Coupon {
  return { ...plainCoupon, id: changes.code.toLowerCase(), ...changes };
}

function lesson(changes: Pick<LessonPage, 'id' | 'number'> & Partial<LessonPage>): LessonPage {
  const address = `/media/${changes.id}`;
  return {
    title: changes.id,
    summary: '',
    length_seconds: 820,
    is_free: false,
    part: { number: 1, title: 'Der Ton' },
    course: { id: 'clara-schumann', slug: 'clara-schumann', title: 'Klavier' },
    previous_id: null,
    hold: null,
    next_id: null,
    outline: [],
    progress: null,
    media: {
      sources: [{ type: 'video/webm', address: `${address}.webm` }],
      captions: [{ locale: 'de', address: `${address}.de.vtt` }],
      poster: `${address}.svg`,
      length_seconds: 24,
      hls: null,
      storyboard: null,
      has_sound: true,
      description: 'Eine Klaviertaste von der Seite.',
    },
    chapters: [{ begin_seconds: 0, title: 'Hebel und Hammer' }],
    worksheet: null,
    transcript: [{ begin_seconds: 0.6, end_seconds: 5, text: 'Eine Taste von der Seite.' }],
    ...changes,
  };
}

const learner: MemoryUser = {
  learner: {
    sub: '11111111-1111-4111-8111-111111111111',
    email: learnerCredentials.identifier,
    is_email_confirmed: true,
    firstname: 'Johanna',
    lastname: 'Brandt',
    salutation: 'none',
    courses: ['albrecht-duerer'],
    is_active: true,
    is_subscribed: false,
    newsletter: false,
    declined_newsletter: false,
    preferred_language: 'de',
    subscription_status: 'none',
    is_registered_with_funnel: false,
  },
  password: learnerCredentials.password,
  addresses: [{ ...vienna, id: 'home', is_default_shipping: true, is_default_billing: false }],
  merged: new Map(),
};

/** A product with a monthly subscription. */
const monthlyPass = product({
  slug: 'monatskarte',
  kind: 'subscription',
  title: 'Monatskarte',
  cents: 1_900,
  max_quantity: 1,
});

const offerPage: Campaign = {
  slug: 'werkbank',
  place: 'angebote',
  title: 'Eine Werkbank im Karton',
  lead: '',
  picture: '',
  picture_alt: '',
  promises: ['Eisen', 'Farbe'],
  text: ['Packen Sie aus.'],
  conditions: ['Solange der Vorrat reicht.'],
  coupon: {
    ...{ code: 'WERKBANK', campaign: null, title: 'Auf Geschenkboxen' },
    ...{ is_first_purchase_only: false, is_running: true },
  },
  reduction: { price: cents(6_210), reference: cents(6_700), percent: 7 },
  giveaway: null,
  products: [toMemoryCard(rareBox)],
  seo_markup: { name: '', description: '' },
};

const giveawayPage: Campaign = {
  ...offerPage,
  slug: 'winterlos',
  place: 'specials',
  coupon: null,
  reduction: null,
  giveaway: { key: 'winterlos', title: 'Ein Los', until: '2027-02-28', is_running: true },
  products: [],
};

export const memoryShopFacts: MemoryShopFacts = {
  products: [...courses, book, gift, box, rareBox, monthlyPass],
  stock: { druckwerkstatt: 2 },
  coupons: [
    coupon({ code: 'WILLKOMMEN10' }),
    coupon({ code: 'FUENFER', kind: 'fixed', value: 500, minimum_subtotal: cents(3_000) }),
    coupon({ code: 'ABGELAUFEN', valid_until: Date.UTC(2026, 0, 1) }),
    coupon({ code: 'HERBST', campaign: 'herbst', value: 15 }),
  ],
  vouchers: { 'GUTSCHEIN-50': cents(5_000) },
  announcement: { is_active: true, properties: { text: 'Neu im Spielplan', url: '/de/kurse' } },
  lessons: [
    lesson({
      id: 'schumann-eine-taste',
      number: 1,
      is_free: true,
      next_id: 'schumann-das-gewicht-des-arms',
    }),
    lesson({ id: 'schumann-das-gewicht-des-arms', number: 2, previous_id: 'schumann-eine-taste' }),
    lesson({
      id: 'duerer-das-leere-blatt',
      number: 1,
      is_free: true,
      course: { id: 'albrecht-duerer', slug: 'albrecht-duerer', title: 'Zeichnen' },
    }),
  ],
  shop: {
    name: 'Meisterhand',
    claim: '',
    company: '',
    delivery_countries: ['DE', 'AT', 'CH'],
    payment_methods: ['card', 'credit'],
    no_bank_transfer: [],
    social: [],
    support_hours: '',
    has_mailbox: true,
    delivery_time: '',
    delivery_times: {},
    delivery_days: {},
    opening: {
      course: 'albrecht-duerer',
      picture: '',
      picture_on_phones: '',
      lines: [],
      title: '',
      lead: '',
    },
    seo: { title: '', description: '', keywords: [] },
    share_picture: '',
    guarantee_notice: null,
  },
  campaigns: [offerPage, giveawayPage],
  popups: {
    '/kurse': {
      key: 'first-lesson',
      title: 'Die erste Lektion ist frei',
      text: 'Jeder Kurs lässt sich ansehen.',
      link: { path: '/tv', label: 'Hineinsehen' },
    },
  },
  users: [learner],
};
