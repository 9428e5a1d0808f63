import { useTranslation } from 'react-i18next';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import styles from './nothing-found.module.css';

interface DidYouMeanProps {
  readonly query: string;
  readonly suggestion: string;
  readonly to: Route;
}

/** Says that only similar words were found, with a link to the search that was probably meant. */
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
