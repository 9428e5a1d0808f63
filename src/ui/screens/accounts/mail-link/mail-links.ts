import { type Route, trimmedRouteOf } from '#core/rules/basics/site-paths.ts';

interface MailLink {
  /** Beginning of the keys in `auth:link`. */
  readonly key: 'confirmation' | 'email' | 'undo' | 'deletion' | 'newsletter' | 'leaving';
  readonly action:
    | 'confirmEmail'
    | 'undoEmailChange'
    | 'confirmAccountDeletion'
    | 'confirmNewsletter'
    | 'leaveNewsletter';
  /** The picture and its master. */
  readonly picture: { readonly name: string; readonly master: string };
  readonly onward: Route;
  /** Shown when the link of the mail is no longer valid. */
  readonly instead: Route;
}

const gutenberg = { name: 'johannes-gutenberg', master: 'Johannes Gutenberg' };
const goethe = { name: 'johann-wolfgang-von-goethe', master: 'Johann Wolfgang von Goethe' };

/**
 * Every mailed link that changes something, by route. Opening one changes nothing, because mail scanners open links.
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

/** The route of a page of a mailed link; the router also accepts capitals and a trailing slash. */
export function mailLinkRoute(pathname: string): MailLinkPath {
  return trimmedRouteOf(pathname.replace(/\.data$/, '')).toLowerCase() as MailLinkPath;
}
