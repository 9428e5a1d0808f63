/** A route in React Router's configuration format; plain data, so that nothing of the build tool is imported. */
interface RouteEntry {
  readonly id?: string;
  readonly path?: string;
  readonly index?: true;
  readonly file: string;
  readonly children?: RouteEntry[];
}

/** The route file of a screen: `screens/<name>/<name>-route.tsx`. */
function screen(name: string): string {
  return `./screens/${name}/${name}-route.tsx`;
}

function page(path: string, file: string): RouteEntry {
  return { path, file };
}

const legalPages = ['agbs', 'datenschutz', 'impressum', 'faqs', 'barrierefreiheit'].map(
  (slug): RouteEntry => ({ id: `legal-${slug}`, path: slug, file: screen('legal') }),
);

const mailLinkPages = [
  'auth/bestaetigen',
  'auth/email',
  'auth/email-zurueck',
  'auth/konto-loeschen',
  'newsletter/bestaetigen',
  'newsletter/abmelden',
].map((path): RouteEntry => ({ id: `mail-link-${path}`, path, file: screen('mail-link') }));

const campaignLists = ['specials', 'angebote'].map(
  (place): RouteEntry => ({ id: `campaigns-${place}`, path: place, file: screen('campaigns') }),
);

const campaignPages = ['specials', 'angebote'].map(
  (place): RouteEntry => ({ id: `campaign-${place}`, path: `${place}/:slug`, file: screen('campaign') }),
);

/**
 * All pages (docs/behaviour/navigation-and-layout.md#routes). Every page but `/` is below a locale; other addresses are
 * a 404.
 */
const routes: RouteEntry[] = [
  { index: true, file: './routes/root-redirect-route.tsx' },
  {
    path: ':locale',
    file: './routes/locale-route.tsx',
    children: [
      { index: true, file: screen('home') },
      page('kurse', screen('courses')),
      page('kurse/:slug', screen('course')),
      page('kurse/:slug/lektion/:lesson', screen('lesson')),
      page('tv', screen('tv')),
      page('buecher', screen('books')),
      page('buecher/:slug', screen('book')),
      page('geschenke', screen('gifts')),
      page('geschenke/:slug', screen('gift')),
      page('geschenkboxen', screen('gift-boxes')),
      page('geschenkboxen/:slug', screen('gift-box')),
      page('blog', screen('blog')),
      page('blog/:slug', screen('post')),
      page('experten', screen('experts')),
      page('experten/:slug', screen('expert')),
      page('kontakt', screen('contact')),
      page('newsletter', screen('newsletter')),
      page('redeem', screen('redeem')),
      page('bestellung', screen('order-lookup')),
      page('warenkorb', screen('shared-cart')),
      page('suche', screen('search')),
      page('masterpass', screen('masterpass')),
      page('preise', screen('prices')),
      page('widerrufsbelehrung', screen('withdrawal')),
      page('kuendigung', screen('cancellation')),
      ...campaignLists,
      ...campaignPages,
      ...legalPages,
      page('auth/login', screen('login')),
      page('auth/passwort', screen('password')),
      ...mailLinkPages,
      page('profil', screen('profile')),
      page('profil/master', screen('my-courses')),
      page('profil/merkliste', screen('wish-list')),
      page('profil/subscription', screen('purchases')),
      page('profil/payment', screen('card-change')),
      page('checkout/shop', screen('checkout')),
      page('checkout/complete/:id', screen('order-complete')),
      page('checkout/return/:id', screen('payment-return')),
      page('*', './routes/not-found-route.tsx'),
    ],
  },
];

export default routes;
