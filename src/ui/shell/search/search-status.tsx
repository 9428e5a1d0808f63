import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { Skeleton } from '#ui/components/skeleton/skeleton.tsx';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import styles from './search-status.module.css';
import type { SearchProgress } from './use-search.ts';

interface SearchStatusProps {
  readonly search: SearchProgress;
  readonly onNavigate: () => void;
}

/** What has become of the search: said aloud when it is answered, shown where there is nothing to choose. */
export function SearchStatus({ search, onNavigate }: SearchStatusProps) {
  const { t } = useTranslation('base');
  const failureText = useFailureText();
  const { status, words, hits, failure } = search;
  return (
    <>
      <div role="status">
        {status === 'found' && hits.length > 0 && (
          <VisuallyHidden>{t('search.found', { count: hits.length })}</VisuallyHidden>
        )}
        {status === 'found' && hits.length === 0 && (
          <div className={styles.words}>
            <p className={styles.title}>{t('search.empty_title', { q: words })}</p>
            <p>{t('search.empty_text')}</p>
          </div>
        )}
        {failure !== null && (
          <div className={styles.words}>
            <p className={styles.title}>{t('search.failed_title')}</p>
            <p>{failureText(failure)}</p>
          </div>
        )}
      </div>
      {failure !== null && (
        <p className={styles.way}>
          <Button kind="outline" onClick={search.retry}>
            {t('search.retry')}
          </Button>
        </p>
      )}
      {status === 'found' && hits.length === 0 && (
        <p className={styles.way}>
          <ShopLink to="/kurse" onClick={onNavigate}>
            {t('search.all_courses')}
          </ShopLink>
        </p>
      )}
      {status === 'searching' && hits.length === 0 && (
        <div className={styles.waiting} aria-hidden="true">
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="short" />
        </div>
      )}
    </>
  );
}
