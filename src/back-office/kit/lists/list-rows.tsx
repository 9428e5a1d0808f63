import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { type Formats, useFormats } from '#back-office/kit/use-operator-formats.ts';
import styles from './list-rows.module.css';

/** A column. `place` is its position on the card of a row on phones. */
interface Column<Row> {
  readonly label: TextKey;
  readonly place: 'title' | 'amount' | 'main' | 'meta';
  /** Whether the card shows the column label, because the value alone is unclear. */
  readonly isNamed?: boolean;
  readonly cell: (row: Row, formats: Formats, t: (key: TextKey) => string) => ReactNode;
}

export interface ListRows<Row> {
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Path of a row's screen. Undefined if rows have none. */
  readonly pathOf?: (row: Row) => string;
  /** Name of a row in the label of its checkbox. */
  readonly nameOf?: (row: Row) => string;
  /** Bulk actions, also shown while no row is selected. Undefined if rows cannot be selected. */
  readonly bulk?: (chosen: readonly Row[]) => ReactNode;
}

interface RowsProps<Row> {
  readonly list: ListRows<Row>;
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly chosen: readonly Row[];
  readonly onChoose: (rows: readonly Row[]) => void;
}

// biome-ignore-start lint/a11y/noRedundantRoles: the cards of a phone are no table to a browser without them
/** Table of rows. Arrow keys move between rows. */
export function RowTable<Row>({ list, rows, isLoading, chosen, onChoose }: RowsProps<Row>) {
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
  /** Whether the checkbox selects all rows. Its label is visible when cards replace the table. */
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
