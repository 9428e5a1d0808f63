import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { SavedAddress } from '#core/model/address.ts';
import type { Passkey } from '#core/model/passkey.ts';
import type { Learner, RunningSession } from '#core/model/user.ts';
import type { Page } from '#core/model/values.ts';
import { hasCourseAccess } from '#core/rules/accounts/access.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { ProfileNavigation } from '#ui/components/accounts/profile-navigation.tsx';
import { EmptyState, PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { displayName, useLearner } from '#ui/hooks/use-session.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import { AccountDeletion } from './account-deletion.tsx';
import { AddressBook } from './address-book.tsx';
import { EmailForm } from './change-email-form.tsx';
import { DataExport } from './data-export.tsx';
import { NewsletterChoice } from './newsletter-choice.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { FirstPasswordForm, PasswordForm } from './password-form.tsx';
import { PersonForm } from './person-form.tsx';
import styles from './profile.module.css';
import { readSavedForm, sendProfileForm } from './profile-action.ts';
import { SessionList } from './session-list.tsx';

/** The page's data besides the learner; a part is null if it could not be loaded. */
interface Profile {
  readonly addresses: readonly SavedAddress[] | null;
  readonly sessions: Page<RunningSession> | null;
  readonly passkeys: Page<Passkey> | null;
}

/** Page size that is larger than the number of a learner's sessions. */
const mostSessions = 50;

/** Loads address book, sessions and passkeys. Redirects guests to the login, which leads back. */
async function loadProfile({ context, request }: LoaderFunctionArgs): Promise<Profile> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const [addresses, sessions, passkeys] = await Promise.all([
    shop.api.listAddresses({ query: { page: { size: 100 } } }),
    shop.api.listSessions({ query: { page: { number: 1, size: mostSessions } } }),
    shop.api.listPasskeys(),
  ]);
  return {
    addresses: addresses.ok ? addresses.value.items : null,
    sessions: sessions.ok ? sessions.value : null,
    passkeys: passkeys.ok ? passkeys.value : null,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const [profile, saved] = await Promise.all([loadProfile(args), readSavedForm(args)]);
  return { ...profile, saved };
}

export async function clientLoader(args: LoaderFunctionArgs): ReturnType<typeof loader> {
  return { ...(await loadProfile(args)), saved: null };
}

export const action = (args: ActionFunctionArgs) => sendProfileForm(args);

/** The profile page "My data" (docs/behaviour/accounts.md#profile-page). */
export default function ProfileRoute() {
  const { t } = useTranslation('myProfile');
  const learner = useLearner();
  const [isDeleted, setDeleted] = useState(false);
  return (
    <>
      <PageMeta title={t('data.title')} description={t('data.description')} robots="noindex" />
      {learner === null ? (
        <LoggedOut isDeleted={isDeleted} />
      ) : (
        <MyData learner={learner} onDeleted={() => setDeleted(true)} />
      )}
    </>
  );
}

interface MyDataProps {
  readonly learner: Learner;
  readonly onDeleted: () => void;
}

function MyData({ learner, onDeleted }: MyDataProps) {
  const { t } = useTranslation('myProfile');
  const { addresses, sessions, passkeys, saved } = useLoaderData<typeof loader>();
  return (
    <>
      <ProfileNavigation />
      <div className={`${layout.wrap} ${styles.page}`}>
        <div className={styles.hero}>
          <PageHead title={t('data.title')} lead={t('data.lead')} />
          <ProfileCard learner={learner} />
        </div>
        <PersonForm learner={learner} saved={saved} />
        <AddressBook addresses={addresses} />
        <EmailForm learner={learner} saved={saved} />
        {learner.is_registered_with_funnel ? (
          <FirstPasswordForm learner={learner} />
        ) : (
          <PasswordForm saved={saved} />
        )}
        <PasskeyList learner={learner} passkeys={passkeys} saved={saved} />
        <SessionList sessions={sessions} saved={saved} />
        <NewsletterChoice learner={learner} saved={saved} />
        <DataExport />
        <AccountDeletion learner={learner} onDeleted={onDeleted} />
      </div>
    </>
  );
}

/** Shown after the account was deleted, or after a logout in another tab. */
function LoggedOut({ isDeleted }: { readonly isDeleted: boolean }) {
  const { t } = useTranslation('myProfile');
  const returnTo = encodeURIComponent(localePath(useLocale(), '/profil'));
  // The replaced page was longer and may have been scrolled down.
  useEffect(() => {
    window.scrollTo(0, 0);
    focusContent();
  }, []);
  return (
    <div className={`${layout.wrap} ${styles.page}`}>
      <PageHead title={t('data.title')} />
      <div role="status">
        {isDeleted ? (
          <EmptyState
            title={t('data.deleted.title')}
            text={t('data.deleted.text')}
            link={{ to: '/', label: t('data.deleted.action') }}
          />
        ) : (
          <EmptyState
            title={t('data.logged_out.title')}
            text={t('data.logged_out.text')}
            link={{ to: `/auth/login?returnTo=${returnTo}`, label: t('data.logged_out.action') }}
          />
        )}
      </div>
    </div>
  );
}

function ProfileCard({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { email, firstname, courses, is_subscribed } = learner;
  return (
    <div className={styles.profileCard} data-theme="paper">
      <p className={styles.cardTitle}>{t('data.card.on')}</p>
      <p className={styles.cardName}>{displayName(learner)}</p>
      {firstname !== '' && <p className={styles.cardEmail}>{shownEmail(email)}</p>}
      {is_subscribed ? (
        <p className={styles.cardCourses}>{t('data.card.all_courses')}</p>
      ) : (
        hasCourseAccess(learner) && (
          <p className={styles.cardCourses}>{t('data.card.courses', { count: courses.length })}</p>
        )
      )}
    </div>
  );
}
