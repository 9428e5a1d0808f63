import { useTranslation } from 'react-i18next';
import type { Route } from '#core/rules/navigation.ts';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import styles from './breadcrumbs.module.css';

export interface BreadcrumbsProps {
  /** The pages above this one, outermost first. */
  readonly above: readonly { readonly title: string; readonly to: Route }[];
  /** This page. */
  readonly here: string;
}

/** Where the page stands. */
export function Breadcrumbs({ above, here }: BreadcrumbsProps) {
  const { t } = useTranslation('component');
  return (
    <nav className={styles.crumbs} aria-label={t('breadcrumbs.label')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
      <ol role="list">
        {above.map((page) => (
          <li key={page.to}>
            <ShopLink to={page.to}>{page.title}</ShopLink>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
