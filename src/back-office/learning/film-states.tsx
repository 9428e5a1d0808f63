import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import type { FilmFaultCode, FilmJob, FilmJobState, OperatorFilm } from '#core/model/film-job.ts';
import styles from './film-page.module.css';

const tones: Readonly<Record<FilmJobState, Tone>> = {
  uploading: 'waiting',
  waiting: 'waiting',
  running: 'waiting',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

/** State and progress of a job. */
export function JobTag({ job }: { readonly job: FilmJob }) {
  const name = useNames();
  const hasShare = job.state === 'uploading' || job.state === 'running';
  return (
    <Tag tone={tones[job.state]}>
      {name('film', job.state)}
      {hasShare && ` ${job.percent} %`}
    </Tag>
  );
}

/** Faults for which the program's message in `error` says more than the text of the fault. */
const faultsWithDetail: readonly FilmFaultCode[] = ['file_missing', 'file_changed', 'unreadable', 'not_made'];

/** Why a job has failed. */
export function JobFailure({ job: { fault, error } }: { readonly job: Pick<FilmJob, 'fault' | 'error'> }) {
  const { t } = useTranslation('backOffice');
  return (
    <div className={styles.failure}>
      {fault !== null && <p>{t(`film.faults.${fault}`)}</p>}
      {(fault === null || faultsWithDetail.includes(fault)) && <p lang="en">{error}</p>}
    </div>
  );
}

/** Title of the lesson, or a label for the trailer of a course. */
export function FilmTitle({ film: { title } }: { readonly film: OperatorFilm }) {
  const { t } = useTranslation('backOffice');
  return title ?? t('films.trailer');
}

/** Whether there is a film to watch. */
export function ShownTag({ film: { shown } }: { readonly film: OperatorFilm }) {
  const { t } = useTranslation('backOffice');
  if (shown === null) return <Tag tone="quiet">{t('films.none')}</Tag>;
  return <Tag tone="good">{t('films.shown', { lines: shown.lines.at(-1) })}</Tag>;
}

/** Whether the draft of the course brings another film, or takes one out. */
export function DraftTag({ film: { draft } }: { readonly film: OperatorFilm }) {
  const { t } = useTranslation('backOffice');
  if (draft === null) return null;
  return <Tag tone="waiting">{t(draft.film === null ? 'films.draftRemoves' : 'films.inDraft')}</Tag>;
}

/** Returns the job unless it is done or cancelled. */
export function openJob({ job }: OperatorFilm): FilmJob | null {
  return job === null || job.state === 'done' || job.state === 'cancelled' ? null : job;
}
