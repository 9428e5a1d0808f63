import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#core/rules/search.ts';
import { groupHits } from '#core/rules/search.ts';
import { HitLink, HitWords } from '#ui/components/search-hits/hit-link.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import styles from './search-options.module.css';
import type { Suggestion } from './use-suggestions.ts';

interface SearchOptionsProps {
  /** Beginning of the options' ids; their place follows. */
  readonly id: string;
  /** Place of the marked option, -1 for none. */
  readonly marked: number;
  readonly hits: readonly SearchHit[];
  readonly suggestions: readonly Suggestion[];
  readonly onMark: (place: number) => void;
  readonly onNavigate: () => void;
}

/** The options of the search, in groups: what was found, or ways on while nothing is looked for. */
export function SearchOptions({ id, marked, hits, suggestions, onMark, onNavigate }: SearchOptionsProps) {
  const { t } = useTranslation('base');
  const groups = groupHits(hits);
  const shown = groups.flatMap((group) => group.hits);

  const option = (place: number) => ({
    id: `${id}-${place}`,
    role: 'option',
    tabIndex: -1,
    className: styles.option,
    'aria-selected': place === marked,
    onPointerMove: () => onMark(place),
    onClick: onNavigate,
  });

  return (
    <>
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div role="group" aria-labelledby={`${id}-suggestions`}>
          <p id={`${id}-suggestions`} className={styles.group}>
            {t('search.suggestions')}
          </p>
          {suggestions.map(({ title, to, count }, place) => (
            <ShopLink key={to} to={to} prefetch="never" {...option(place)}>
              <span className={styles.suggestion}>
                {title} <span className={styles.count}>{t('search.courses', { count })}</span>
              </span>
            </ShopLink>
          ))}
        </div>
      )}
      {groups.map(({ group, hits: found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className={styles.group}>
            {t(`search.group.${group}`)}
          </p>
          {found.map((hit) => (
            <HitLink key={`${hit.kind} ${hit.id}`} hit={hit} {...option(shown.indexOf(hit))}>
              <HitWords hit={hit} />
            </HitLink>
          ))}
        </div>
      ))}
    </>
  );
}
