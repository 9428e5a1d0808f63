import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/components/parts/button.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './announcement-bar.module.css';

/**
 * The bar above the header: the configured text and link, or a default text with a link to the courses
 * (docs/behaviour/navigation-and-layout.md#announcement-bar). The HTML was sanitised by the server.
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
        onClick={({ currentTarget }) => {
          // The focus moves to the logo, which takes the place of the bar.
          if (currentTarget === document.activeElement)
            document.querySelector<HTMLElement>('header a')?.focus();
          shop.actions.closeAnnouncement();
        }}
      />
    </section>
  );
}

function AnnouncementText({ html, url }: { readonly html: string; readonly url: string }) {
  const { t } = useTranslation('menu');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  const text = <span dangerouslySetInnerHTML={{ __html: html }} />;
  if (url === '') return text;
  // Links cannot be nested. If the text contains links, the bar's link is placed behind it and takes presses beside
  // them.
  return html.includes('<a ') ? (
    <>
      <a className={styles.below} href={url}>
        <VisuallyHidden>{t('announcement.open')}</VisuallyHidden>
      </a>
      {text}
    </>
  ) : (
    <a href={url}>{text}</a>
  );
}
