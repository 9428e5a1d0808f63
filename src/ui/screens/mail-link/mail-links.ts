import type { Route } from '#core/rules/navigation.ts';

/** A page that a mail links to: what its button does, and the ways on. */
interface MailLink {
  /** Of the texts `auth:link.<key>`. */
  readonly key: 'email' | 'deletion' | 'newsletter' | 'leaving';
  readonly action: 'confirmEmail' | 'confirmAccountDeletion' | 'confirmNewsletter' | 'leaveNewsletter';
  /** The drawing beside it, and whose course it is from. */
  readonly picture: { readonly name: string; readonly master: string };
  /** Where one goes afterwards. */
  readonly onward: Route;
  /** Where one gets on when the link does not work. */
  readonly instead: Route;
}

const gutenberg = { name: 'johannes-gutenberg', master: 'Johannes Gutenberg' };
const goethe = { name: 'johann-wolfgang-von-goethe', master: 'Johann Wolfgang von Goethe' };

/** Every link in a mail that changes something, by its route. Opening one changes nothing: mail scanners do that. */
export const mailLinks = {
  '/auth/email': {
    key: 'email',
    action: 'confirmEmail',
    picture: gutenberg,
    onward: '/profil',
    instead: '/profil',
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
