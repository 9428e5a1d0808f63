import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { LessonPage } from '#core/model/learning.ts';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { downloadFile } from './download-file.ts';
import styles from './lesson.module.css';

interface WorksheetLinkProps {
  readonly lesson: Pick<LessonPage, 'id'>;
  readonly worksheet: NonNullable<LessonPage['worksheet']>;
}

/**
 * The link to the worksheet. Its address is requested on press, because the page's one expires while the lesson is
 * watched.
 */
export function WorksheetLink({ lesson, worksheet }: WorksheetLinkProps) {
  const { t } = useTranslation('base');
  const { api } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, call, error } = useApiCall();

  function download(): Promise<void> {
    return call(
      () => api.getLesson({ params: { id: lesson.id } }),
      // If there is no worksheet, the lesson has changed since it was loaded.
      ({ worksheet: fresh }) => (fresh === null ? revalidate() : downloadFile(fresh.address, '')),
    );
  }

  return (
    <div className={styles.note}>
      <a
        className={styles.material}
        href={worksheet.address}
        download
        aria-busy={isBusy || undefined}
        onClick={(event) => {
          event.preventDefault();
          void download();
        }}
      >
        {t('lesson.material', { title: worksheet.title })}
      </a>
      {error !== null && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
