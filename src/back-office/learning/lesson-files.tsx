import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { operatorFilmEndpoints } from '#api/learning/operator-film-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { FileButton } from '#back-office/kit/files/file-button.tsx';
import { useRemovals } from '#back-office/kit/removals/use-removals.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { type LessonFile, type LessonFileFault, lessonFileEndings } from '#core/model/lesson-file.ts';
import { ok } from '#core/rules/basics/result.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './film-page.module.css';

type Ending = LessonFile['ending'];

interface LessonFilesProps {
  /** A lesson's id, or the name of a trailer. */
  readonly film: string;
  readonly files: readonly LessonFile[];
}

/**
 * Captions, texts and worksheets in both languages, published and in the draft of the course. Trailers have no
 * worksheet. A file with faults is rejected and its faults are listed.
 */
export function LessonFiles({ film, files }: LessonFilesProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const { revalidate } = useRevalidator();
  const { run, running, notice } = useAction();
  const endings = lessonFileEndings.filter((ending) => !isTrailer(film) || !ending.endsWith('pdf'));
  const [faults, setFaults] = useState<readonly LessonFileFault[]>([]);

  const send = (ending: Ending, file: File) =>
    run(
      ending,
      async () => {
        setFaults([]);
        removals.keep(ending);
        const params = { film, ending };
        const stored = await call(operatorFilmEndpoints.storeLessonFile, { params, body: file });
        if (!stored.ok) return stored;
        setFaults(stored.value.faults);
        await revalidate();
        return ok(stored.value.faults.length);
      },
      (count) => {
        if (count === 0) return t('lessonFiles.stored', { file: file.name });
        return { refused: t('lessonFiles.refused', { file: file.name }) };
      },
    );
  const removals = useRemovals(async (ending) => {
    const params = { film, ending: ending as Ending };
    const removed = await call(operatorFilmEndpoints.removeLessonFile, { params });
    await revalidate();
    return removed;
  });

  return (
    <div className={styles.file}>
      {notice}
      {removals.notice}
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
      {endings.map((ending) => {
        const ofEnding = files.filter((one) => one.ending === ending);
        const shown = ofEnding.find((one) => one.is_shown);
        const drafted = ofEnding.find((one) => one.is_drafted);
        const name = t(`lessonFiles.names.${ending}`);
        return (
          <div key={ending} className={styles.lessonFile}>
            <span>
              {name}:{' '}
              {shown === undefined
                ? t('lessonFiles.notUploaded')
                : t('lessonFiles.uploaded', { at: moment(shown.uploaded_at) })}
              {drafted !== shown && (
                <>
                  <br />
                  <span className={styles.hint}>
                    {drafted === undefined
                      ? t('films.draftRemoves')
                      : t('lessonFiles.inDraft', { at: moment(drafted.uploaded_at) })}
                  </span>
                </>
              )}
            </span>
            <FileButton
              kind="outline"
              label={t('lessonFiles.chooseFor', { name })}
              accept={ending.slice('de'.length)}
              isLoading={running === ending}
              disabled={running !== null}
              onChoose={(chosen) => void send(ending, chosen)}
            >
              {t('lessonFiles.choose')}
            </FileButton>
            {drafted !== undefined && !removals.isHidden(ending) && (
              <Button
                kind="text"
                aria-label={t('lessonFiles.removeOf', { name })}
                onClick={() => {
                  setFaults([]);
                  removals.remove({ id: ending, text: t('film.removed') });
                }}
              >
                {t('lessonFiles.remove')}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}
