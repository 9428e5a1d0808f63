import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { HelpButton } from './help-button.tsx';
import { NotificationToast } from './notification-toast.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { PendingBar } from './pending-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import styles from './site-frame.module.css';
import { SiteHeader } from './site-header.tsx';

const PopupPlace = lazy(async () => ({ default: (await import('./popup/popup-place.tsx')).PopupPlace }));

/** The frame around every page: skip link, header, content, footer, help, live regions. */
export function SiteFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('menu');
  const isHydrated = useHydrated();
  const [isConsentAsked, setConsentAsked] = useState(false);
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <PendingBar />
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter onCookieSettings={() => setConsentAsked(true)} />
      <ConsentBanner isAskedFor={isConsentAsked} onAnswered={() => setConsentAsked(false)} />
      <HelpButton />
      {isHydrated && (
        <Suspense fallback={null}>
          <PopupPlace />
        </Suspense>
      )}
      <NotificationToast />
      <PageAnnouncer />
    </>
  );
}
