import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { groupHits } from '#core/rules/catalogue/search-hits.ts';
import { SearchHitContent, SearchHitLink } from '#ui/components/catalogue/search-hit.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import styles from './search-combobox.module.css';
import { type Browsing, type SearchProgress, useBrowsing, useSearch } from './use-search.ts';

interface ComboboxOptions {
  /** Initial text of the field. */
  readonly initial?: string;
  /** Whether the list is shown. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * State of a search field with a list of results: arrow keys move through the list, Enter opens the marked option.
 * `input` has the props of the field, `panel` those of `SearchPanel`.
 */
export function useSearchCombobox({ initial = '', isOpen, onClose }: ComboboxOptions) {
  const { t } = useTranslation('base');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(initial);
  /** Index of the marked option; -1 for none. */
  const [marked, setMarked] = useState(-1);
  const search = useSearch(isOpen ? typed : '');
  const browsing = useBrowsing(isOpen);
  const isBrowsing = search.status === 'idle' || (search.status === 'found' && search.hits.length === 0);
  const hasOptions = isOpen && (isBrowsing ? browsing.groups.length > 0 : search.hits.length > 0);

  function options(): readonly HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  }

  function mark(index: number): void {
    setMarked(index);
    options()[index]?.scrollIntoView({ block: 'nearest' });
  }

  function press(event: KeyboardEvent): void {
    const count = options().length;
    if (count === 0 || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') mark(marked + 1 >= count ? 0 : marked + 1);
    else if (event.key === 'ArrowUp') mark(marked <= 0 ? count - 1 : marked - 1);
    else return;
    event.preventDefault();
  }

  function type(text: string): void {
    setTyped(text);
    setMarked(-1);
  }

  return {
    field,
    search,
    /** Opens the marked option. Returns false if none is marked. */
    openMarked(): boolean {
      const option = options()[marked];
      option?.click();
      return option !== undefined;
    },
    type,
    press,
    input: {
      ref: field,
      role: 'combobox',
      value: typed,
      placeholder: t('search.placeholder'),
      'aria-label': t('search.label'),
      'aria-expanded': hasOptions,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': marked >= 0 && hasOptions ? `${id}-${marked}` : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      enterKeyHint: 'search',
      maxLength: lengths.search,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
      onKeyDown: press,
    },
    panel: {
      id,
      list,
      marked,
      search,
      browsing: isBrowsing ? browsing : null,
      onMark: setMarked,
      onNavigate: onClose,
      onSuggest(query: string) {
        type(query);
        field.current?.focus();
      },
    },
  } as const;
}

type SearchPanelProps = ReturnType<typeof useSearchCombobox>['panel'];

/** The panel of a search field: its status and the list of options. */
export function SearchPanel({ list, search, onSuggest, ...options }: SearchPanelProps) {
  const { t } = useTranslation('base');
  return (
    <div className={styles.found} aria-busy={search.status === 'searching' || undefined}>
      <SearchStatus search={search} onNavigate={options.onNavigate} onSuggest={onSuggest} />
      <div ref={list} id={`${options.id}-list`} role="listbox" aria-label={t('search.results')}>
        <SearchOptions hits={search.hits} {...options} />
      </div>
    </div>
  );
}

interface SearchOptionsProps {
  /** Prefix of the options' ids; their index follows. */
  readonly id: string;
  /** Index of the marked option, -1 for none. */
  readonly marked: number;
  readonly hits: readonly SearchHit[];
  /** Suggestions shown instead of results; null while there are results. */
  readonly browsing: Browsing | null;
  readonly onMark: (index: number) => void;
  readonly onNavigate: () => void;
}

/** The options in groups: results; or disciplines and courses if nothing was typed or found. */
function SearchOptions({ id, marked, hits, browsing, onMark, onNavigate }: SearchOptionsProps) {
  const { t } = useTranslation('base');
  const groups = groupHits(hits);
  const shown = groups.flatMap((group) => group.hits);
  const links = browsing?.groups ?? [];
  const courses = browsing?.courses ?? [];

  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    tabIndex: -1,
    className: styles.option,
    'aria-selected': index === marked,
    onPointerMove: () => onMark(index),
    onClick: onNavigate,
  });

  return (
    <>
      {links.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: groups options of a listbox; a fieldset is for form controls
        <div role="group" aria-labelledby={`${id}-suggestions`}>
          <p id={`${id}-suggestions`} className={styles.group}>
            {t('search.suggestions')}
          </p>
          {links.map(({ title, to, count }, index) => (
            <ShopLink key={to} to={to} prefetch="never" {...option(index)}>
              <span className={styles.suggestion}>
                {title} <span className={styles.count}>{t('search.courses', { count })}</span>
              </span>
            </ShopLink>
          ))}
        </div>
      )}
      {courses.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: groups options of a listbox; a fieldset is for form controls
        <div role="group" aria-labelledby={`${id}-recommended`}>
          <p id={`${id}-recommended`} className={styles.group}>
            {t('search.recommended')}
          </p>
          {courses.map((hit, index) => (
            <SearchHitLink key={hit.id} hit={hit} {...option(links.length + index)}>
              <SearchHitContent hit={hit} />
            </SearchHitLink>
          ))}
        </div>
      )}
      {groups.map(({ group, hits: found }) => (
        // biome-ignore lint/a11y/useSemanticElements: groups options of a listbox; a fieldset is for form controls
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className={styles.group}>
            {t(`search.group.${group}`)}
          </p>
          {found.map((hit) => (
            <SearchHitLink key={`${hit.kind} ${hit.id}`} hit={hit} {...option(shown.indexOf(hit))}>
              <SearchHitContent hit={hit} />
            </SearchHitLink>
          ))}
        </div>
      ))}
    </>
  );
}

interface SearchStatusProps {
  readonly search: SearchProgress;
  readonly onNavigate: () => void;
  /** Searches for a suggested text. */
  readonly onSuggest: (query: string) => void;
}

/** Announces results, and shows a message if there are no options. */
function SearchStatus({ search, onNavigate, onSuggest }: SearchStatusProps) {
  const { t } = useTranslation('base');
  const failureText = useFailureText();
  const { status, query, hits, suggestion, failure } = search;
  return (
    <>
      <div role="status">
        {suggestion !== null && <p className={styles.similar}>{t('search.similar', { q: query })}</p>}
        {status === 'found' && hits.length > 0 && (
          <VisuallyHidden>{t('search.found', { count: hits.length })}</VisuallyHidden>
        )}
        {status === 'found' && hits.length === 0 && (
          <div className={styles.words}>
            <p className={styles.title}>{t('search.empty_title', { q: query })}</p>
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
      {suggestion !== null && (
        <p className={styles.way}>
          <Button kind="text" onClick={() => onSuggest(suggestion)}>
            {t('search.meant', { q: suggestion })}
          </Button>
        </p>
      )}
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
