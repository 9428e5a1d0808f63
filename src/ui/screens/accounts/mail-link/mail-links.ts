import { type Route, trimmedRouteOf } from '#core/rules/basics/site-paths.ts';

interface MailLink {
  /** Prefix of the keys in `auth:link`. */
  readonly key: 'confirmation' | 'email' | 'undo' | 'deletion' | 'newsletter' | 'leaving';
  readonly action:
    | 'confirmEmail'
    | 'undoEmailChange'
    | 'confirmAccountDeletion'
    | 'confirmNewsletter'
    | 'leaveNewsletter';
  /** Name of the picture and its master. */
  readonly picture: { readonly name: string; readonly master: string };
  readonly onward: Route;
  /** Route to offer when the link is no longer valid. */
  readonly instead: Route;
}

const gutenberg = { name: 'johannes-gutenberg', master: 'Johannes Gutenberg' };
const goethe = { name: 'johann-wolfgang-von-goethe', master: 'Johann Wolfgang von Goethe' };

/**
 * All mailed links that change something, by route. The change needs a button press, because mail scanners open links.
 */
export const mailLinks = {
  '/auth/bestaetigen': {
    key: 'confirmation',
    action: 'confirmEmail',
    picture: gutenberg,
    onward: '/profil',
    instead: '/profil',
  },
  '/auth/email': {
    key: 'email',
    action: 'confirmEmail',
    picture: gutenberg,
    onward: '/profil',
    instead: '/profil',
  },
  '/auth/email-zurueck': {
    key: 'undo',
    action: 'undoEmailChange',
    picture: gutenberg,
    onward: '/auth/passwort',
    instead: '/kontakt',
  },
  '/auth/konto-loeschen': {
    key: 'deletion',
    action: 'confirmAccountDeletion',
    picture: gutenberg,
    onward: '/',
    instead: '/profil',
  },
  '/newsletter/bestaetigen': {
    key: 'newsletter',
    action: 'confirmNewsletter',
    picture: goethe,
    onward: '/kurse',
    instead: '/',
  },
  '/newsletter/abmelden': {
    key: 'leaving',
    action: 'leaveNewsletter',
    picture: goethe,
    onward: '/',
    instead: '/kontakt',
  },
} as const satisfies Readonly<Record<Route, MailLink>>;

export type MailLinkPath = keyof typeof mailLinks;

/** Returns the route of a mailed link's page. The router also accepts capitals, a trailing slash and `.data`. */
export function mailLinkRoute(pathname: string): MailLinkPath {
  return trimmedRouteOf(pathname.replace(/\.data$/, '')).toLowerCase() as MailLinkPath;
}
