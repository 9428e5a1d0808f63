import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useNavigation, useSearchParams } from 'react-router';
import { savedViewEndpoints } from '#api/operations/saved-view-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { type Formats, useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { SavedView, ViewPlace } from '#core/model/saved-view.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './list-page.module.css';
import { changeListQuery, type ListQuery, readListQuery, toCallQuery } from './list-query.ts';
import { SavedViews } from './saved-views.tsx';

/** One column. `place` says where the value stands on the card that a row is on a phone. */
export interface Column<Row> {
  readonly label: TextKey;
  readonly place: 'title' | 'amount' | 'main' | 'meta';
  /** Whether the card names the column, because the value alone does not say what it is. */
  readonly isNamed?: boolean;
  readonly cell: (row: Row, formats: Formats, t: (key: TextKey) => string) => ReactNode;
}

/** A filter: a choice among values, a day, or what is typed. Its name is that of the query parameter `filter[name]`. */
export type Filter =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: TextKey;
      /** What the list shows without a choice; everything, where it is left out. */
      readonly without?: TextKey;
      readonly options: readonly { readonly value: string; readonly label: TextKey }[];
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: TextKey }
  | { readonly kind: 'text'; readonly name: string; readonly label: TextKey };

interface FoundRows<Row> {
  readonly items: readonly Row[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** What all rows that the filters find come to, also those of other pages; shown above them. */
  readonly summary?: ReactNode;
}

/** All that a list is: described once, shown by `ListPage`. */
export interface ListDescription<Row> {
  readonly title: TextKey;
  /** What can be typed into the search field; without it there is none. */
  readonly searchLabel?: TextKey;
  readonly empty: TextKey;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The screen of a row; absent: the list says it all. */
  readonly pathOf?: (row: Row) => string;
  /** Where filters can be saved under a name; absent: they cannot. */
  readonly views?: ViewPlace;
  /** Beside the title, for what is shown. */
  readonly actions?: (query: Readonly<Record<string, string>>) => ReactNode;
  /** What a row is called where it can be chosen. */
  readonly nameOf?: (row: Row) => string;
  /** What can be done with chosen rows, also shown while none are; absent: rows cannot be chosen. */
  readonly bulk?: (chosen: readonly Row[]) => ReactNode;
  /** Asks the server; `query` has the names of the API. */
  readonly find: (
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<Result<FoundRows<Row>, CallFailure>>;
}

function namesOf<Row>({ filters }: ListDescription<Row>): readonly string[] {
  return ['q', ...filters.map(({ name }) => name)];
}

interface LoadedList<Row> extends FoundRows<Row> {
  readonly views: readonly SavedView[];
}

/** A list is shown without its views when they cannot be read. */
async function readViews(place: ViewPlace | undefined, signal: AbortSignal): Promise<readonly SavedView[]> {
  if (place === undefined) return [];
  const query = { 'filter[place]': place };
  const read = await call(savedViewEndpoints.listSavedViews, { query }, { signal });
  return read.ok ? read.value : [];
}

/** The loader of a list's route: the address says which page of it is wanted. */
export function listLoader<Row>(list: ListDescription<Row>) {
  return async ({ request }: { readonly request: Request }): Promise<LoadedList<Row>> => {
    const query = readListQuery(new URL(request.url).searchParams, namesOf(list));
    const [found, views] = await Promise.all([
      list.find(toCallQuery(query), request.signal),
      readViews(list.views, request.signal),
    ]);
    return { ...unwrapOrThrow(found), views };
  };
}

/** A list: search and filters in the address, a page of rows from the server; cards on a phone. */
export function ListPage<Row>({ list }: { readonly list: ListDescription<Row> }) {
  const { t } = useTranslation('backOffice');
  const { items, next, summary, views } = useLoaderData<LoadedList<Row>>();
  const [search, setSearch] = useSearchParams();
  const query = readListQuery(search, namesOf(list));
  const isLoading = useNavigation().state === 'loading';
  const change = (changes: Readonly<Record<string, string>>) =>
    setSearch(changeListQuery(query, changes), { replace: true });
  const { after, ...filtered } = query;
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  // What is not shown any more is not chosen any more.
  const chosen = items.filter((row) => chosenKeys.has(list.keyOf(row)));

  return (
    <>
      <PageHead title={t(list.title)} actions={list.actions?.(toCallQuery(filtered))} />
      <Filters list={list} query={query} onChange={change} />
      {list.views !== undefined && <SavedViews place={list.views} query={query} views={views} />}
      {list.bulk !== undefined && (
        <section className={styles.bulk} aria-label={t('list.chosen')}>
          <p role="status">{chosen.length > 0 && t('list.chosenCount', { count: chosen.length })}</p>
          {list.bulk(chosen)}
        </section>
      )}
      {summary !== undefined && <div className={styles.summary}>{summary}</div>}
      {items.length === 0 ? (
        <p className={styles.empty} role="status">
          {t(list.empty)}
        </p>
      ) : (
        <Rows
          list={list}
          rows={items}
          isLoading={isLoading}
          chosen={chosen}
          onChoose={(rows) => setChosenKeys(new Set(rows.map(list.keyOf)))}
        />
      )}
      {(next !== null || after !== undefined) && (
        <nav className={styles.pages} aria-label={t('list.pages')}>
          {after !== undefined && (
            <Link to={{ search: String(changeListQuery(query, { after: '' })) }}>{t('list.first')}</Link>
          )}
          {next !== null && (
            <Link to={{ search: String(changeListQuery(query, { after: next })) }}>{t('list.next')}</Link>
          )}
        </nav>
      )}
    </>
  );
}

interface FiltersProps<Row> {
  readonly list: ListDescription<Row>;
  readonly query: ListQuery;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** While somebody types, the list waits this long, in milliseconds. */
const typingPause = 250;

function Filters<Row>({ list, query, onChange }: FiltersProps<Row>) {
  const { t } = useTranslation('backOffice');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSlash(field);
  const { q = '' } = query;
  // A saved view, Back and the reset change it, too; whoever is typing goes on.
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
                timer.current = setTimeout(() => onChange({ q: target.value }), typingPause);
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

/** A filter. What somebody types stays as it is, with the focus, until the list has it. */
function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { t } = useTranslation('backOffice');
  const id = useId();
  const [{ typed, known }, set] = useState({ typed: value, known: value });
  // A saved view, Back and the reset change it, too.
  if (known !== value) set({ typed: value, known: value });
  const type = (text: string) => set({ typed: text, known });
  const apply = () => typed.trim() !== value && onChange(typed);
  return (
    <div className={styles.filter} data-set={value !== '' || undefined}>
      <label htmlFor={id}>{t(filter.label)}</label>
      {filter.kind === 'day' ? (
        <input
          id={id}
          type="date"
          value={typed}
          onChange={({ target }) => {
            type(target.value);
            // A year that is only begun is one of four digits to the browser, such as 0202.
            if (!target.value.startsWith('0')) onChange(target.value);
          }}
        />
      ) : filter.kind === 'text' ? (
        <input
          id={id}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
      ) : (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t(filter.without ?? 'list.all')}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {t(option.label)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** `/` goes to the search field, as long as nobody types elsewhere. */
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

interface RowsProps<Row> {
  readonly list: ListDescription<Row>;
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly chosen: readonly Row[];
  readonly onChoose: (rows: readonly Row[]) => void;
}

// biome-ignore-start lint/a11y/noRedundantRoles: the cards of a phone are no table to a browser without them
/** The rows as a table. Arrow keys go from row to row. */
function Rows<Row>({ list, rows, isLoading, chosen, onChoose }: RowsProps<Row>) {
  const { t } = useTranslation('backOffice');
  const formats = useFormats();

  function move(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...event.currentTarget.querySelectorAll('a')];
    const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div className={styles.rows}>
      <table role="table" className={styles.table} aria-busy={isLoading || undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {list.bulk !== undefined && (
              <th role="columnheader" scope="col" data-place="choice">
                <ChoiceBox
                  label={t('list.chooseAll')}
                  isAll
                  isChosen={chosen.length === rows.length}
                  onChange={(isChosen) => onChoose(isChosen ? rows : [])}
                />
              </th>
            )}
            {list.columns.map(({ label, place }) => (
              <th key={label} role="columnheader" scope="col" data-place={place}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onKeyDown={move}>
          {rows.map((row) => (
            <tr key={list.keyOf(row)} role="row">
              {list.bulk !== undefined && (
                <td role="cell" data-place="choice">
                  <ChoiceBox
                    label={t('list.choose', { name: list.nameOf?.(row) ?? list.keyOf(row) })}
                    isChosen={chosen.includes(row)}
                    onChange={(isChosen) =>
                      onChoose(isChosen ? [...chosen, row] : chosen.filter((one) => one !== row))
                    }
                  />
                </td>
              )}
              {list.columns.map(({ label, place, isNamed, cell }) => (
                <td
                  key={label}
                  role="cell"
                  data-place={place}
                  data-name={isNamed === true ? t(label) : undefined}
                >
                  {place === 'title' && list.pathOf !== undefined ? (
                    <Link to={list.pathOf(row)} className={styles.link}>
                      {cell(row, formats, t)}
                    </Link>
                  ) : (
                    cell(row, formats, t)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
// biome-ignore-end lint/a11y/noRedundantRoles: see above

interface ChoiceBoxProps {
  readonly label: string;
  /** For all rows: its label is shown where there are cards in place of a table. */
  readonly isAll?: boolean;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function ChoiceBox({ label, isAll = false, isChosen, onChange }: ChoiceBoxProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isAll && (
        <span className={styles.all} aria-hidden="true">
          {label}
        </span>
      )}
    </label>
  );
}
