import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Icon } from '#ui/components/icon.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden.tsx';
import { PopupSlot } from '#ui/layout/popup/popup-slot.tsx';
import { ConsentBanner } from './consent-banner.tsx';
import { NotificationToast } from './notification-toast.tsx';
import { SiteFooter } from './site-footer.tsx';
import { PendingBar, SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { useLayoutParts } from './use-layout-parts.ts';

/** The frame around every page: skip link, header, content, footer, help, live regions. */
export function SiteLayout({ children }: { readonly children: ReactNode }) {
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
      <ConsentBanner isReopened={isConsentAsked} onDecided={() => setConsentAsked(false)} />
      <HelpButton />
      <PopupSlot />
      <NotificationToast />
      <PageAnnouncer />
    </>
  );
}

/**
 * After a change of page without a document load: moves focus to the content and says the new title, as a document load
 * would have done.
 */
function PageAnnouncer() {
  const { t } = useTranslation('base');
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const [words, setWords] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setWords(t('page_shown', { title: document.title }));
    if (hash === '') document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash, t]);

  return (
    <VisuallyHidden>
      <span role="status">{words}</span>
    </VisuallyHidden>
  );
}

/** The floating button to the contact page; hidden on course pages (specification §2). */
function HelpButton() {
  const { t } = useTranslation('menu');
  const { help_button } = useLayoutParts();
  if (!help_button) return null;
  return (
    <aside aria-label={t('help')}>
      <ShopLink to="/kontakt" className={styles.help} aria-label={t('help')}>
        <Icon name="help" />
      </ShopLink>
    </aside>
  );
}
