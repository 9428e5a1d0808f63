import { useTranslation } from 'react-i18next';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { ImportRun } from '#core/model/shop-import.ts';
import { regions } from '#core/model/values.ts';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import styles from './import-page.module.css';

/** How far the import is that runs, or how the last one ended; null: there was none. */
export function ImportProgress({ run }: { readonly run: ImportRun | null }) {
  const { t } = useTranslation('backOffice');
  const { locale, moment } = useFormats();
  const number = (value: number) => value.toLocaleString(regions[locale]);
  return (
    <>
      {run?.state === 'running' && (
        <div className={styles.progress}>
          <label>
            {t('imports.written', { rows: number(run.rows), written: number(run.written) })}
            <progress max={run.rows} value={run.written} />
          </label>
          <p>{t('imports.mayLeave')}</p>
        </div>
      )}
      <p role="status">
        {run?.state === 'running' ? (
          // Each number would be too much to listen to.
          <VisuallyHidden>{t('imports.progress', { percent: quartersOf(run) })}</VisuallyHidden>
        ) : (
          run !== null &&
          t(`imports.ended.${run.state}`, {
            count: run.rows,
            rows: number(run.rows),
            time: moment(run.begun_at),
          })
        )}
      </p>
    </>
  );
}

/** Per cent, by quarters. */
function quartersOf({ rows, written }: ImportRun): number {
  return rows === 0 ? 0 : Math.floor((written / rows) * 4) * 25;
}
