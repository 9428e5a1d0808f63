import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { DeferredHydration } from '#ui/components/parts/deferred-hydration.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import { useShownPage } from '#ui/hooks/overlays/use-overlay-history.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { PopupSlot } from '#ui/layout/popup/popup-slot.tsx';
import { ConsentBanner } from './consent-banner.tsx';
import { HelpButton } from './help-button.tsx';
import { NotificationToast } from './notification-toast.tsx';
import { SiteFooter } from './site-footer.tsx';
import { PendingBar, SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';

/** The layout of every page: skip link, header, content, footer, help button, live regions. */
export function SiteLayout({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('menu');
  const { isConsentOpen, openConsent, closeConsent } = useConsentSettings();
  useShownPage();
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <ConsentSlot isReopened={isConsentOpen} onDecided={closeConsent} />
      <PendingBar />
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <HelpButton />
      <DeferredHydration>
        <SiteFooter onCookieSettings={openConsent} />
      </DeferredHydration>
      <PopupSlot />
      <NotificationToast />
      <PageAnnouncer />
    </>
  );
}

/** State of the reopened consent banner. Closing it returns the focus to the footer's link, else to the content. */
function useConsentSettings() {
  const [opener, setOpener] = useState<HTMLElement | null>(null);

  function openConsent(event: MouseEvent<HTMLElement>): void {
    event.preventDefault();
    setOpener(event.currentTarget);
  }

  function closeConsent(): void {
    setOpener(null);
    if (opener === null) focusContent();
    else opener.focus({ preventScroll: true });
  }

  return { isConsentOpen: opener !== null, openConsent, closeConsent };
}

/** The consent banner; must be first in the document. */
function ConsentSlot(props: ComponentProps<typeof ConsentBanner>) {
  const isDecided = useStore(useShop().stores.consent, (state) => state.isDecided);
  if (isDecided && !props.isReopened) return null;
  return <ConsentBanner {...props} />;
}

/**
 * After a client-side navigation, moves the focus to the content or to the anchor in the address, and announces the new
 * title, like a page load would.
 */
function PageAnnouncer() {
  const { t } = useTranslation('base');
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const [message, setMessage] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setMessage(t('page_shown', { title: document.title }));
    focusContent(hash.slice(1));
  }, [pathname, hash, t]);

  return <VisuallyHidden role="status">{message}</VisuallyHidden>;
}
