import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PopupPlace } from '#ui/shell/popup/popup-place.tsx';
import { ConsentBanner } from './consent-banner.tsx';
import { HelpButton } from './help-button.tsx';
import { NotificationToast } from './notification-toast.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { PendingBar } from './pending-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import styles from './site-frame.module.css';
import { SiteHeader } from './site-header.tsx';

/** The frame around every page: skip link, header, content, footer, help, live regions. */
export function SiteFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('menu');
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
      <PopupPlace />
      <NotificationToast />
      <PageAnnouncer />
    </>
  );
}
