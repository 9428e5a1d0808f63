import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DayInput } from '#back-office/kit/day-input.tsx';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { useUrlField } from '#back-office/kit/use-url-field.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './list-filters.module.css';
import type { ListQuery } from './list-query.ts';

/** A filter by choice, day or text. Its name is that of the query parameter `filter[name]`. */
type Filter =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: TextKey;
      /** Label when nothing is chosen. Defaults to the label for everything. */
      readonly without?: TextKey;
      readonly options: readonly { readonly value: string; readonly label: TextKey }[];
      /** Also shows the values, because several have the same label. */
      readonly hasSameLabels?: true;
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: TextKey }
  | { readonly kind: 'text'; readonly name: string; readonly label: TextKey };

/** Search field and filters of a list. */
export interface ListSearch {
  /** Label of the search field. Undefined if the list has none. */
  readonly searchLabel?: TextKey;
  readonly filters: readonly Filter[];
}

interface FiltersProps {
  readonly list: ListSearch;
  readonly query: ListQuery;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

const debounceMs = 250;

/** Search field and filters of a list. On phones the filters are behind a button. */
export function ListFilters({ list, query, onChange }: FiltersProps) {
  const { t } = useTranslation('backOffice');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSlash(field);
  const { q = '' } = query;
  // Saved views, the Back button and the reset change the value, too. A focused field is not overwritten.
  useEffect(() => {
    if (field.current !== null && field.current !== document.activeElement) field.current.value = q;
  }, [q]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    clearTimeout(timer.current);
    onChange({ q: field.current?.value ?? '' });
  }

  const isFiltered = Object.keys(query).some((name) => name !== 'after');
  const set = list.filters.filter(({ name }) => query[name] !== undefined).length;
  const [isOpen, setOpen] = useState(set > 0);
  const id = useId();
  return (
    <search>
      <form className={styles.filters} onSubmit={submit}>
        {list.searchLabel !== undefined && (
          <div className={styles.search}>
            <Icon name="search" />
            <input
              ref={field}
              type="search"
              aria-label={t(list.searchLabel)}
              placeholder={t(list.searchLabel)}
              aria-keyshortcuts="/"
              defaultValue={q}
              autoComplete="off"
              onChange={({ target }) => {
                clearTimeout(timer.current);
                timer.current = setTimeout(() => onChange({ q: target.value }), debounceMs);
              }}
            />
          </div>
        )}
        {list.filters.length > 0 && (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="filter" />
            {set === 0 ? t('list.filters') : t('list.filtersSet', { count: set })}
          </button>
        )}
        <div id={id} className={styles.fields} data-open={isOpen || undefined}>
          {list.filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={query[filter.name] ?? ''}
              onChange={(value) => onChange({ [filter.name]: value })}
            />
          ))}
        </div>
        {isFiltered && (
          <Link className={styles.reset} to={{ search: '' }}>
            {t('list.reset')}
          </Link>
        )}
      </form>
    </search>
  );
}

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { t } = useTranslation('backOffice');
  const id = useId();
  return (
    <div className={styles.filter} data-set={value !== '' || undefined}>
      <label htmlFor={id}>{t(filter.label)}</label>
      {filter.kind === 'day' ? (
        <DayInput id={id} value={value} onChange={onChange} />
      ) : filter.kind === 'text' ? (
        <TextFilter id={id} value={value} onChange={onChange} />
      ) : (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t(filter.without ?? 'list.all')}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {t(option.label)}
              {filter.hasSameLabels && ` (${option.value})`}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function TextFilter({ id, value, onChange }: Omit<FilterFieldProps, 'filter'> & { readonly id: string }) {
  const { typed, type, apply } = useUrlField(value, onChange);
  return (
    <input
      id={id}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => type(target.value)}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply(typed);
      }}
    />
  );
}

/** Focuses the search field on `/`, unless the user types in another field. */
function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [field]);
}
