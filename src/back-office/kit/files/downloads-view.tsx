import { useTranslation } from 'react-i18next';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './downloads-view.module.css';

/** A running or failed download. */
export interface Download {
  readonly id: number;
  /** Empty if the call failed before a file was received. */
  readonly filename: string;
  /** Rows received so far. Null if the file is no table. */
  readonly rows: number | null;
  /** Null if the server did not send a row count. */
  readonly total: number | null;
  readonly failure: CallFailure | null;
  /** Aborts the download, or removes a failed one from the view. */
  readonly end: () => void;
}

/** Progress of each running download, and the cause of each failed one. */
export function DownloadsView({ downloads }: { readonly downloads: readonly Download[] }) {
  const { t } = useTranslation('backOffice');
  const failureText = useFailureText();
  const { number } = useFormats();
  return (
    <ul className={styles.downloads}>
      {downloads.map(({ id, filename: file, rows, total, failure, end }) => (
        <li key={id} className={styles.download} data-failed={failure !== null || undefined}>
          {failure === null ? (
            <label>
              {rows === null
                ? file
                : total === null
                  ? t('list.loaded', { file, rows: number(rows) })
                  : t('list.loadedOf', { file, rows: number(rows), total: number(total) })}
              <progress max={total ?? undefined} value={total === null ? undefined : (rows ?? undefined)} />
            </label>
          ) : (
            <p role="alert">
              {file !== '' && `${file}: `}
              {failureText(failure)}
            </p>
          )}
          <Button
            kind="outline"
            onClick={() => {
              end();
              // The button was removed, so the focus would be lost.
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            {t(failure === null ? 'form.cancel' : 'shell.close')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
