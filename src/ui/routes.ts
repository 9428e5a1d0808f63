import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import { index, route } from '@react-router/dev/routes';

/** A screen's own folder: `screens/<name>/<name>-route.tsx`. */
function screen(name: string): string {
  return `./screens/${name}/${name}-route.tsx`;
}

/** The legal pages share one module; each has its address. */
const legal = ['agbs', 'widerrufsbelehrung', 'datenschutz', 'impressum'].map(
  (slug): RouteConfigEntry => route(slug, screen('legal'), { id: `legal-${slug}` }),
);

/**
 * Every page of the storefront (specification §2). Everything but the entrance stands below a locale; what is not
 * listed is a real 404. A new screen is a line here and one in `built-routes.ts`.
 */
export default [
  index(screen('entrance')),
  route(':locale', './routes/locale-route.tsx', [
    index(screen('home')),
    route('kurse', screen('courses')),
    route('kurse/:slug', screen('course')),
    route('buecher', screen('books')),
    route('buecher/:slug', screen('book')),
    ...legal,
    route('auth/login', screen('login')),
    route('auth/passwort', screen('password')),
    route('profil/master', screen('my-courses')),
    route('checkout/shop', screen('checkout')),
    route('checkout/complete/:id', screen('order-complete')),
    route('*', './routes/not-found-route.tsx'),
  ]),
] satisfies RouteConfig;
