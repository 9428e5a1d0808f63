import { useTranslation } from 'react-i18next';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import styles from './page-links.module.css';

interface PageLinksProps {
  /** Current page number, counted from 1, page size, and number of all items. */
  readonly page: { readonly number: number; readonly size: number; readonly total: number };
  readonly pathOf: (number: number) => Route;
}

/** Number of pages before and after the current one that get a link. */
const beside = 2;

/** Pagination: links to the first, the last and the neighbouring pages. Renders nothing for a single page. */
export function PageLinks({ page: { number, size, total }, pathOf }: PageLinksProps) {
  const { t } = useTranslation('component');
  const last = Math.ceil(total / size);
  if (last <= 1) return null;
  const numbers = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === last || Math.abs(page - number) <= beside,
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only hears of its links, which have keys
    <nav
      className={styles.pages}
      aria-label={t('pages.label')}
      // Not if the link opens another tab, which the router leaves to the browser.
      onClick={(event) => event.defaultPrevented && focusContent(pathOf(1).split('#')[1])}
    >
      {number > 1 && (
        <ShopLink to={pathOf(number - 1)} rel="prev" className={styles.page} aria-label={t('pages.previous')}>
          <Icon name="chevron_right" className={styles.back} />
        </ShopLink>
      )}
      {numbers.map((page, index) => (
        <span key={page} className={styles.place}>
          {page - (numbers[index - 1] ?? page - 1) > 1 && <span aria-hidden="true">…</span>}
          <ShopLink
            to={pathOf(page)}
            className={styles.page}
            aria-label={t('pages.page', { number: page })}
            aria-current={page === number ? 'page' : undefined}
          >
            {page}
          </ShopLink>
        </span>
      ))}
      {number < last && (
        <ShopLink to={pathOf(number + 1)} rel="next" className={styles.page} aria-label={t('pages.next')}>
          <Icon name="chevron_right" />
        </ShopLink>
      )}
    </nav>
  );
}
