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

/** The layout of every page: skip link, header, content, footer, help button, live regions. */
export function SiteLayout({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('menu');
  const [isConsentOpen, setConsentOpen] = useState(false);
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
      <SiteFooter onCookieSettings={() => setConsentOpen(true)} />
      <ConsentBanner isReopened={isConsentOpen} onDecided={() => setConsentOpen(false)} />
      <HelpButton />
      <PopupSlot />
      <NotificationToast />
      <PageAnnouncer />
    </>
  );
}

/** After a client-side navigation: moves focus to the content and announces the new title, as a page load would. */
function PageAnnouncer() {
  const { t } = useTranslation('base');
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const [message, setMessage] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setMessage(t('page_shown', { title: document.title }));
    if (hash === '') document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash, t]);

  return <VisuallyHidden role="status">{message}</VisuallyHidden>;
}

/** The floating button to the contact page; hidden on course pages. */
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
