import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#core/model/product.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { List, SectionHead } from '#ui/components/parts/page-parts.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './recently-viewed.module.css';
import { SearchHitContent, SearchHitLink } from './search-hit.tsx';

/** Maximum number of products shown. */
const most = 4;

/** Products that the visitor has viewed before, without the current one (`without`). */
export function RecentlyViewedList({ without }: { readonly without?: string | undefined }) {
  const { t } = useTranslation('component');
  const { actions } = useShop();
  const [viewed, setViewed] = useState<readonly SearchHit[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another product is another visit
  useEffect(() => {
    let isOutdated = false;
    void actions.listViewed().then((response) => {
      if (!isOutdated && response.ok) setViewed(response.value);
    });
    return () => {
      isOutdated = true;
    };
  }, [actions, without]);

  const shown = viewed.filter(({ id }) => id !== without).slice(0, most);
  if (shown.length === 0) return null;
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="viewed-title">
      <SectionHead id="viewed-title" title={t('viewed.title')}>
        <Button
          kind="text"
          onClick={() => {
            void actions.forgetViewed();
            // The whole section is removed, and the focus with it.
            focusContent();
            setViewed([]);
          }}
        >
          {t('viewed.forget')}
        </Button>
      </SectionHead>
      <List className={styles.viewed}>
        {shown.map((hit) => (
          <li key={hit.id}>
            <SearchHitLink hit={hit} className={styles.product}>
              <SearchHitContent hit={hit} />
            </SearchHitLink>
          </li>
        ))}
      </List>
    </section>
  );
}
