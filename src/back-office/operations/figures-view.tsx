import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { DayInput } from '#back-office/kit/day-input.tsx';
import { ColumnChart } from '#back-office/kit/figures/column-chart.tsx';
import styles from '#back-office/kit/figures/figures.module.css';
import { plainValue, useMeasureFormat } from '#back-office/kit/figures/format-measure.ts';
import { lastDays, lastMonth, offeredDays } from '#back-office/kit/figures/range.ts';
import { saveCsv } from '#back-office/kit/files/save-file.ts';
import { usePendingSearch } from '#back-office/kit/lists/use-list-query.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { type Figures, figureSteps, type Measure, type Ranking } from '#core/model/figures.ts';
import { cents } from '#core/rules/basics/money.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { ScrollBox, useScrollBox } from '#ui/components/parts/scroll-box.tsx';

/** Figures of a date range, each with chart, table and CSV file, compared with the previous range. */
export function FiguresView({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  const { from, to, before, measures, rankings } = figures;
  return (
    <section className={styles.part} aria-labelledby="figures">
      <h2 id="figures" className={styles.title}>
        {t('figures.title')}
      </h2>
      <RangeForm figures={figures} />
      <p className={styles.quiet}>
        {t('figures.compared', {
          from: day(from),
          to: day(to),
          beforeFrom: day(before.from),
          beforeTo: day(before.to),
        })}
      </p>
      <ul className={styles.measures}>
        {measures.map((measure) => (
          <MeasureBox key={measure.name} measure={measure} figures={figures} />
        ))}
      </ul>
      <div className={styles.rankings}>
        {rankings.map((ranking) => (
          <RankingBox key={ranking.name} ranking={ranking} figures={figures} />
        ))}
      </div>
    </section>
  );
}

function RangeForm({ figures: { from, to, step } }: { readonly figures: Figures }) {
  const { t } = useTranslation('backOffice');
  const [, setSearch] = useSearchParams();
  // An earlier change may still be loading.
  const wanted = { from, to, step, ...Object.fromEntries(usePendingSearch() ?? []) };
  const id = useId();
  const now = Date.now();
  const offered = [
    ...offeredDays.map((days) => ({
      label: t('figures.last', { number: days }),
      range: lastDays(days, now),
    })),
    { label: t('figures.lastMonth'), range: lastMonth(now) },
  ];
  const change = (changes: Readonly<Record<string, string>>) => {
    if (!Object.values(changes).includes(''))
      setSearch({ ...wanted, ...changes }, { preventScrollReset: true });
  };
  return (
    <search className={styles.range}>
      {offered.map(({ label, range }) => (
        <Link
          key={label}
          className={styles.choice}
          to={{ search: String(new URLSearchParams({ ...range })) }}
          preventScrollReset
          aria-current={range.from === from && range.to === to ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
      <span className={styles.field}>
        <label htmlFor={`${id}-from`}>{t('list.from')}</label>
        <DayInput
          id={`${id}-from`}
          value={from}
          onChange={(day) => change({ from: day, ...(day > wanted.to && { to: day }) })}
        />
      </span>
      <span className={styles.field}>
        <label htmlFor={`${id}-to`}>{t('list.to')}</label>
        <DayInput
          id={`${id}-to`}
          value={to}
          onChange={(day) => change({ to: day, ...(day < wanted.from && { from: day }) })}
        />
      </span>
      <span className={styles.field}>
        <label htmlFor={`${id}-step`}>{t('figures.step')}</label>
        <select id={`${id}-step`} value={step} onChange={({ target }) => change({ step: target.value })}>
          {figureSteps.map((one) => (
            <option key={one} value={one}>
              {t(`figures.steps.${one}`)}
            </option>
          ))}
        </select>
      </span>
    </search>
  );
}

interface MeasureBoxProps {
  readonly measure: Measure;
  readonly figures: Figures;
}

function MeasureBox({ measure: { name, unit, total, before, values }, figures }: MeasureBoxProps) {
  const { t } = useTranslation('backOffice');
  const { day, locale } = useFormats();
  const write = useMeasureFormat();
  const { from, to, periods } = figures;
  const title = t(`figures.measures.${name}`);
  const scroll = useScrollBox();
  const rows = periods.map((period, index) => ({ period, value: values[index] ?? null }));
  return (
    <li className={styles.box}>
      <h3 className={styles.name}>{title}</h3>
      <p className={styles.total}>{write(unit, total)}</p>
      <p className={styles.quiet}>
        {t('figures.before', { value: write(unit, before) })}
        <Change total={total} before={before} />
      </p>
      {values.some((value) => value !== null && value !== 0) && (
        <>
          <ColumnChart values={values} />
          <details>
            <summary>{t('figures.values')}</summary>
            <ScrollBox state={scroll} label={title} className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('figures.period')}</th>
                    <th scope="col">{t('figures.value')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ period, value }) => (
                    <tr key={period}>
                      <th scope="row">{day(period)}</th>
                      <td>{write(unit, value)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
            <Button
              kind="text"
              onClick={() =>
                saveCsv(`${name}-${from}-${to}`, locale, [
                  [t('figures.period'), title],
                  ...rows.map(({ period, value }) => [period, plainValue(unit, value)]),
                ])
              }
            >
              {t('figures.csv')}
            </Button>
          </details>
        </>
      )}
    </li>
  );
}

/** Change from the previous range in percent. Renders nothing if there was no value. */
function Change({ total, before }: Pick<Measure, 'total' | 'before'>) {
  const { locale } = useFormats();
  if (total === null || before === null || before === 0) return null;
  const change = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(total / before - 1);
  return <span className={styles.change}>{change}</span>;
}

interface RankingBoxProps {
  readonly ranking: Ranking;
  readonly figures: Figures;
}

function RankingBox({ ranking: { name, rows }, figures: { from, to } }: RankingBoxProps) {
  const { t } = useTranslation('backOffice');
  const { money, locale } = useFormats();
  const write = useMeasureFormat();
  const title = t(`figures.rankings.${name}`);
  const columns = [t('figures.what'), t('figures.count'), t('figures.amount')];
  return (
    <section className={styles.box} aria-label={title}>
      <h3 className={styles.name}>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{t('figures.none')}</p>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.subject}>
                  <th scope="row">{row.title}</th>
                  <td>{write('count', row.count)}</td>
                  <td>{money(cents(row.amount))}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button
            kind="text"
            onClick={() =>
              saveCsv(`${name}-${from}-${to}`, locale, [
                columns,
                ...rows.map((row) => [row.title, row.count, plainValue('money', row.amount)]),
              ])
            }
          >
            {t('figures.csv')}
          </Button>
        </>
      )}
    </section>
  );
}
