import { useTranslation } from 'react-i18next';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { ImportRun } from '#core/model/shop-import.ts';
import { regions } from '#core/model/values.ts';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import styles from './import-page.module.css';

/** How far the import is that runs, or how the last one ended. */
export function ImportProgress({ run: { state, rows, written, begun_at } }: { readonly run: ImportRun }) {
  const { t } = useTranslation('backOffice');
  const { locale, moment } = useFormats();
  const number = (value: number) => value.toLocaleString(regions[locale]);
  const facts = { count: rows, rows: number(rows), written: number(written), time: moment(begun_at) };
  const quarter = rows === 0 ? 0 : Math.floor((written / rows) * 4) * 25;
  return (
    <>
      {state === 'running' ? (
        <div className={styles.progress}>
          <label>
            {t('imports.written', facts)}
            <progress max={rows} value={written} />
          </label>
          <p>{t('imports.mayLeave')}</p>
        </div>
      ) : (
        <p>{t(`imports.ended.${state}`, facts)}</p>
      )}
      {/* Each number would be too much to listen to. */}
      <VisuallyHidden role="status">
        {state === 'running'
          ? t('imports.progress', { percent: quarter })
          : t(`imports.ended.${state}`, facts)}
      </VisuallyHidden>
    </>
  );
}
