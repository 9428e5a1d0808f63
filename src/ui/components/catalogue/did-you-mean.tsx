import { useTranslation } from 'react-i18next';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import styles from './nothing-found.module.css';

interface DidYouMeanProps {
  readonly query: string;
  readonly suggestion: string;
  readonly to: Route;
}

/** States that only similar words were found, and links to the suggested search. */
export function DidYouMean({ query, suggestion, to }: DidYouMeanProps) {
  const { t } = useTranslation('base');
  return (
    <p className={styles.meant}>
      {t('search.similar', { q: query })}{' '}
      <ShopLink to={to} rel="nofollow" prefetch="never">
        {t('search.meant', { q: suggestion })}
      </ShopLink>
    </p>
  );
}
