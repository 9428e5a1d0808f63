import { useTranslation } from 'react-i18next';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { ImportRun } from '#core/model/shop-import.ts';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import styles from './import-page.module.css';

/** Progress of a running import, or the result of the last one. Null if there was none. */
export function ImportProgress({ run }: { readonly run: ImportRun | null }) {
  const { t } = useTranslation('backOffice');
  const { number } = useFormats();
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
      <p role="status">{run !== null && <RunState run={run} />}</p>
    </>
  );
}

/**
 * Live region for screen readers. A running import is announced at each quarter only, because every number would be too
 * much.
 */
function RunState({ run: { state, rows, written, begun_at } }: { readonly run: ImportRun }) {
  const { t } = useTranslation('backOffice');
  const { moment, number } = useFormats();
  if (state === 'running') {
    const percent = rows === 0 ? 0 : Math.floor((written / rows) * 4) * 25;
    return <VisuallyHidden>{t('imports.progress', { percent })}</VisuallyHidden>;
  }
  return t(`imports.ended.${state}`, { count: rows, rows: number(rows), time: moment(begun_at) });
}
