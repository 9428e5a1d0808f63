import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/components/button.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

import styles from './announcement-bar.module.css';

/**
 * The bar at the very top: the host's text with its address while one is active, else a default text that leads to the
 * courses (specification §2). The host has sanitised the HTML; links inside it win over the bar's own address.
 */
export function AnnouncementBar({ ref }: { readonly ref: Ref<HTMLElement> }) {
  const { t } = useTranslation('menu');
  const shop = useShop();
  const announcement = useStore(shop.stores.announcement, (state) => state.announcement);
  const isActive = announcement?.is_active === true;

  return (
    <section ref={ref} className={styles.bar} aria-label={t('announcement.label')}>
      <div className={styles.words}>
        {isActive ? (
          <AnnouncementText html={announcement.properties.text} url={announcement.properties.url} />
        ) : (
          <ShopLink to="/kurse">{t('announcement.default')}</ShopLink>
        )}
      </div>
      <IconButton
        className={styles.close}
        icon="close"
        label={t('announcement.close')}
        onClick={() => shop.actions.closeAnnouncement()}
      />
    </section>
  );
}

function AnnouncementText({ html, url }: { readonly html: string; readonly url: string }) {
  // A link inside a link is not HTML: a text that brings its own links stands without the bar's.
  const hasOwnLink = html.includes('<a ');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the host when it was stored (stack.md)
  const text = <span dangerouslySetInnerHTML={{ __html: html }} />;
  return hasOwnLink || url === '' ? text : <a href={url}>{text}</a>;
}
