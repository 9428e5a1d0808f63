/** A route in React Router's configuration format. Declared here as plain data, to import nothing of the build tool. */
interface RouteEntry {
  readonly id?: string;
  readonly path?: string;
  readonly index?: true;
  readonly file: string;
  readonly children?: RouteEntry[];
}

/** Returns the route file of a screen: `screens/<area>/<name>/<name>-route.tsx`. */
function screen(place: `${string}/${string}`): string {
  return `./screens/${place}/${place.split('/')[1]}-route.tsx`;
}

/** Returns the route of a page. Its id is short, because every page contains the ids of all routes. */
function page(path: string, place: `${string}/${string}`): RouteEntry {
  return { id: place.split('/')[1] ?? place, path, file: screen(place) };
}

const legalPages = ['agbs', 'datenschutz', 'impressum', 'faqs', 'barrierefreiheit'].map(
  (slug): RouteEntry => ({ id: `legal-${slug}`, path: slug, file: screen('content/legal') }),
);

const mailLinkPages = [
  'auth/bestaetigen',
  'auth/email',
  'auth/email-zurueck',
  'auth/konto-loeschen',
  'newsletter/bestaetigen',
  'newsletter/abmelden',
].map((path, index): RouteEntry => ({ id: `mail-${index}`, path, file: screen('accounts/mail-link') }));

const campaignLists = ['specials', 'angebote'].map(
  (place): RouteEntry => ({ id: `campaigns-${place}`, path: place, file: screen('content/campaigns') }),
);

const campaignPages = ['specials', 'angebote'].map(
  (place): RouteEntry => ({
    id: `campaign-${place}`,
    path: `${place}/:slug`,
    file: screen('content/campaign'),
  }),
);

/** Checkout addresses without an order. */
const cartPlaces = ['checkout', 'checkout/complete', 'checkout/return'].map(
  (path, index): RouteEntry => ({ id: `place-${index}`, path, file: './routes/cart-redirect-route.tsx' }),
);

/**
 * All pages (docs/behaviour/navigation-and-layout.md#routes). All but `/` have a locale prefix; other addresses are a
 * 404.
 */
const routes: RouteEntry[] = [
  { index: true, file: './routes/root-redirect-route.tsx' },
  {
    path: ':locale',
    file: './routes/locale-route.tsx',
    children: [
      { id: 'home', index: true, file: screen('content/home') },
      page('kurse', 'catalogue/courses'),
      page('kurse/:slug', 'catalogue/course'),
      page('kurse/:slug/lektion/:lesson', 'learning/lesson'),
      page('kurse/:slug/abschluss', 'learning/finale'),
      page('tv', 'catalogue/tv'),
      page('buecher', 'catalogue/books'),
      page('buecher/:slug', 'catalogue/book'),
      page('geschenke', 'gifts/gifts'),
      page('geschenke/:slug', 'gifts/gift'),
      page('geschenkboxen', 'gifts/gift-boxes'),
      page('geschenkboxen/:slug', 'gifts/gift-box'),
      page('blog', 'content/blog'),
      page('blog/:slug', 'content/post'),
      page('experten', 'catalogue/experts'),
      page('experten/:slug', 'catalogue/expert'),
      page('kontakt', 'marketing/contact'),
      page('newsletter', 'marketing/newsletter'),
      page('redeem', 'gifts/redeem'),
      page('bestellung', 'orders/order-lookup'),
      page('warenkorb', 'carts/cart'),
      page('suche', 'content/search'),
      page('masterpass', 'subscriptions/masterpass'),
      page('preise', 'subscriptions/prices'),
      page('widerrufsbelehrung', 'consumer-rights/withdrawal'),
      page('kuendigung', 'consumer-rights/cancellation'),
      ...campaignLists,
      ...campaignPages,
      ...legalPages,
      page('auth/login', 'accounts/login'),
      page('auth/passwort', 'accounts/password'),
      ...mailLinkPages,
      page('profil', 'accounts/profile'),
      page('profil/master', 'learning/my-courses'),
      page('profil/merkliste', 'carts/wish-list'),
      page('profil/subscription', 'orders/purchases'),
      page('profil/payment', 'subscriptions/card-change'),
      ...cartPlaces,
      page('checkout/shop', 'orders/checkout'),
      page('checkout/complete/:id', 'orders/order-complete'),
      page('checkout/return/:id', 'orders/payment-return'),
      { path: '*', file: './routes/not-found-route.tsx' },
    ],
  },
];

export default routes;
