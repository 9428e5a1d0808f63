import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { operatorFilmEndpoints } from '#api/learning/operator-film-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { type LessonFile, type LessonFileFault, lessonFileEndings } from '#core/model/lesson-file.ts';
import { ok } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './film-page.module.css';

type Ending = LessonFile['ending'];

interface LessonFilesProps {
  readonly lesson: string;
  readonly files: readonly LessonFile[];
}

/** Captions and worksheets of a lesson in both languages; a file with faults changes nothing, and they are listed. */
export function LessonFiles({ lesson, files }: LessonFilesProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const { revalidate } = useRevalidator();
  const { run, running, notice } = useAction();
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<Ending>('de.vtt');
  const [faults, setFaults] = useState<readonly LessonFileFault[]>([]);

  const send = (ending: Ending, file: File) =>
    run(
      ending,
      async () => {
        setFaults([]);
        const params = { lesson, ending };
        const stored = await call(operatorFilmEndpoints.storeLessonFile, { params, body: file });
        if (!stored.ok) return stored;
        setFaults(stored.value.faults);
        await revalidate();
        return ok(stored.value.faults.length);
      },
      (count) => t(count === 0 ? 'lessonFiles.stored' : 'lessonFiles.refused', { file: file.name }),
    );
  const remove = (ending: Ending) =>
    run(
      `remove ${ending}`,
      async () => {
        const removed = await call(operatorFilmEndpoints.removeLessonFile, { params: { lesson, ending } });
        if (removed.ok) await revalidate();
        return removed;
      },
      () => t('lessonFiles.removed'),
    );

  return (
    <div className={styles.file}>
      {notice}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ line, code }) => (
            <li key={`${line} ${code}`} className={styles.failure}>
              {line !== null && `${t('lessonFiles.line', { line })}: `}
              {t(`lessonFiles.faults.${code}`)}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{t('lessonFiles.hint')}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('lessonFiles.choose', { name: t(`lessonFiles.names.${wanted}`) })}
        accept={wanted.endsWith('pdf') ? '.pdf' : '.vtt'}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) void send(wanted, file);
        }}
      />
      {lessonFileEndings.map((ending) => {
        const file = files.find((one) => one.ending === ending);
        const name = t(`lessonFiles.names.${ending}`);
        return (
          <div key={ending} className={styles.actions}>
            <span>
              {name}:{' '}
              {file === undefined
                ? t('lessonFiles.asContent')
                : t('lessonFiles.uploaded', { at: moment(file.uploaded_at) })}
            </span>
            <Button
              kind="outline"
              isLoading={running === ending}
              onClick={() => {
                setWanted(ending);
                if (input.current !== null) input.current.accept = ending.endsWith('pdf') ? '.pdf' : '.vtt';
                input.current?.click();
              }}
            >
              {t('lessonFiles.choose', { name })}
            </Button>
            {file !== undefined && (
              <Button
                kind="text"
                isLoading={running === `remove ${ending}`}
                onClick={() => void remove(ending)}
              >
                {t('lessonFiles.remove', { name })}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}
