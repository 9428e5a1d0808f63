import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ColumnChart } from '#back-office/kit/figures/column-chart.tsx';
import styles from '#back-office/kit/figures/figures.module.css';
import { useMeasureFormat } from '#back-office/kit/figures/format-measure.ts';
import { lastDays, offeredDays } from '#back-office/kit/figures/range.ts';
import { saveCsv } from '#back-office/kit/files/save-file.ts';
import { Facts } from '#back-office/kit/records/record-page.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { filmParts, type LessonWatching } from '#core/model/watching.ts';
import { watchTotals } from '#core/rules/learning/watch-count.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { ScrollBox, useScrollBox } from '#ui/components/parts/scroll-box.tsx';
import own from './film-page.module.css';

interface WatchingViewProps {
  readonly lesson: string;
  readonly watching: LessonWatching;
}

/** Watching figures of a lesson: sums of all viewers (docs/behaviour/learning.md#sums-of-watching). */
export function WatchingView({ lesson, watching }: WatchingViewProps) {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  const write = useMeasureFormat();
  const { from, to, days, tenths } = watching;
  const { plays, finishRate, failures, seconds } = watchTotals(watching);
  const parts = tenths.map((count, tenth) => ({
    part: t('watching.part', { from: tenth * filmParts, to: (tenth + 1) * filmParts }),
    count,
    share: plays === 0 ? null : Math.min(1, count / plays),
  }));
  const name = `${lesson}-${from}-${to}`;
  return (
    <div className={own.watching}>
      <div className={own.watching}>
        <p className={styles.quiet}>{t('watching.hint')}</p>
        <RangeLinks from={from} to={to} />
        <Facts
          facts={[
            { label: 'watching.plays', value: write('count', plays) },
            { label: 'watching.time', value: write('time', seconds) },
            { label: 'watching.finishRate', value: write('share', finishRate) },
            { label: 'watching.failures', value: write('count', failures) },
          ]}
        />
      </div>
      <ValuesBox
        title={t('watching.byDay')}
        fileName={`watching-${name}`}
        values={days.map((one) => one.seconds)}
        head={[
          ...[t('watching.day'), t('watching.plays'), t('watching.finishes')],
          ...[t('watching.hours'), t('watching.failures')],
        ]}
        rows={days.map((one) => ({
          key: one.day,
          shown: [
            ...[day(one.day), write('count', one.plays), write('count', one.finishes)],
            ...[write('time', one.seconds), write('count', one.failures)],
          ],
          saved: [
            ...[one.day, one.plays, one.finishes],
            ...[Math.round((100 * one.seconds) / 3600) / 100, one.failures],
          ],
        }))}
      />
      <ValuesBox
        title={t('watching.byPart')}
        fileName={`parts-${name}`}
        values={tenths}
        head={[t('watching.ofFilm'), t('watching.plays'), t('watching.share')]}
        rows={parts.map(({ part, count, share }) => ({
          key: part,
          shown: [part, write('count', count), write('share', share)],
          saved: [part, count, share],
        }))}
      />
    </div>
  );
}

function RangeLinks({ from, to }: Pick<LessonWatching, 'from' | 'to'>) {
  const { t } = useTranslation('backOffice');
  const now = Date.now();
  return (
    <p className={styles.range}>
      {offeredDays.map((number) => {
        const range = lastDays(number, now);
        return (
          <Link
            key={number}
            className={styles.choice}
            to={{ search: String(new URLSearchParams({ from: range.from, to: range.to })) }}
            preventScrollReset
            aria-current={range.from === from && range.to === to ? 'true' : undefined}
          >
            {t('figures.last', { number })}
          </Link>
        );
      })}
    </p>
  );
}

interface ValuesBoxProps {
  readonly title: string;
  readonly fileName: string;
  readonly values: readonly number[];
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly shown: readonly string[];
    readonly saved: readonly (string | number | null)[];
  }[];
}

/** Chart with its numbers as a table and as a CSV file. */
function ValuesBox({ title, fileName, values, head, rows }: ValuesBoxProps) {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const scroll = useScrollBox();
  return (
    <section className={styles.box} aria-label={title}>
      <h3 className={styles.name}>{title}</h3>
      {values.every((value) => value === 0) ? (
        <p className={styles.quiet}>{t('figures.none')}</p>
      ) : (
        <>
          <ColumnChart values={values} />
          <details>
            <summary>{t('figures.values')}</summary>
            <ScrollBox state={scroll} label={title} className={styles.scroll}>
              <table className={`${styles.table} ${own.values}`}>
                <thead>
                  <tr>
                    {head.map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ key, shown: [first, ...others] }) => (
                    <tr key={key}>
                      <th scope="row">{first}</th>
                      {others.map((value, place) => (
                        <td key={head[place + 1]}>{value}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
            <Button
              kind="text"
              onClick={() => saveCsv(fileName, locale, [head, ...rows.map(({ saved }) => saved)])}
            >
              {t('figures.csv')}
            </Button>
          </details>
        </>
      )}
    </section>
  );
}
