import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { operatorFilmEndpoints } from '#api/learning/operator-film-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { readRange } from '#back-office/kit/figures/range.ts';
import { FileButton } from '#back-office/kit/files/file-button.tsx';
import { HistoryLink } from '#back-office/kit/records/history-link.tsx';
import { Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { useRemovals } from '#back-office/kit/removals/use-removals.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { useReloadWhile } from '#back-office/kit/use-reload-while.ts';
import type { FilmJob, OperatorFilm } from '#core/model/film-job.ts';
import type { LessonFile } from '#core/model/lesson-file.ts';
import type { LessonWatching } from '#core/model/watching.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { isUnderWay, mayBecome } from '#core/rules/learning/film-job-states.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { DraftFilm } from './draft-film.tsx';
import styles from './film-page.module.css';
import { DraftTag, JobFailure, JobTag, openJob, ShownTag } from './film-states.tsx';
import { LessonFiles } from './lesson-files.tsx';
import { runningUploads, uploadFilm } from './upload-film.ts';
import { WatchingView } from './watching-view.tsx';

interface FilmData {
  readonly files: readonly LessonFile[];
  readonly film: OperatorFilm;
  /** Null for a trailer. */
  readonly watching: LessonWatching | null;
}

/** Loads a lesson or trailer with its film, and the watching figures of a lesson for the range in the URL. */
export async function filmLoader({ params, request }: LoaderFunctionArgs): Promise<FilmData> {
  const { film: name = '' } = params;
  const { signal } = request;
  const { from, to } = readRange(new URL(request.url).searchParams, Date.now());
  const [film, watching, files] = await Promise.all([
    call(operatorFilmEndpoints.getOperatorFilm, { params: { film: name } }, { signal }),
    isTrailer(name)
      ? null
      : call(
          operatorFilmEndpoints.getFilmWatching,
          { params: { film: name }, query: { from, to } },
          { signal },
        ),
    call(operatorFilmEndpoints.listLessonFiles, { params: { film: name } }, { signal }),
  ]);
  return {
    film: unwrapOrThrow(film),
    watching: watching && unwrapOrThrow(watching),
    files: unwrapOrThrow(files),
  };
}

/** Page of the film of a lesson or trailer: the current film, the running job, and the upload of a new file. */
export function FilmPage() {
  const { t } = useTranslation('backOffice');
  const { film, watching, files } = useLoaderData<FilmData>();
  const { job } = film;
  const sending = useSyncExternalStore(runningUploads.subscribe, runningUploads.current).find(
    (one) => one.film === film.id,
  );
  useReloadWhile((job !== null && isUnderWay(job.state)) || sending !== undefined);
  const open = openJob(film);
  const drafted = film.draft?.film ?? null;
  return (
    <RecordPage
      title={film.title ?? t('film.trailer', { course: film.course })}
      back={{ to: '/films', label: 'places.films' }}
      tags={
        <>
          <ShownTag film={film} />
          <DraftTag film={film} />
          {open !== null && <JobTag job={open} />}
        </>
      }
      actions={null}
      main={[
        {
          title: 'film.waits',
          isShown: drafted !== null,
          content: drafted && <DraftFilm key={`${drafted.id} ${captionsOf(files)}`} film={drafted} />,
        },
        { title: 'film.file', content: <FilmFile film={film} sending={sending} /> },
        { title: 'film.last', isShown: job !== null, content: job && <JobFacts job={job} /> },
        {
          title: 'lessonFiles.title',
          content: <LessonFiles film={film.id} files={files} />,
        },
        {
          title: 'watching.title',
          isShown: watching !== null,
          content: watching && <WatchingView lesson={film.id} watching={watching} />,
        },
      ]}
      side={[
        {
          title: 'film.shown',
          content: (
            <>
              <ShownFacts film={film} />
              <HistoryLink type={isTrailer(film.id) ? 'trailers' : 'lessons'} id={film.id} />
            </>
          ),
        },
      ]}
    />
  );
}

/** Returns a key that changes with the captions in the draft, so that the player is recreated. */
function captionsOf(files: readonly LessonFile[]): string {
  const drafted = files.filter(({ ending, is_drafted }) => is_drafted && ending.endsWith('.vtt'));
  return drafted.map(({ uploaded_at }) => uploaded_at).join(' ');
}

interface FilmFileProps {
  readonly film: OperatorFilm;
  readonly sending: ReturnType<typeof runningUploads.current>[number] | undefined;
}

/** Upload of a camera file, and the actions for the current one. */
function FilmFile({ film: { id: film, shown, draft, job }, sending }: FilmFileProps) {
  const { t } = useTranslation('backOffice');
  const { revalidate } = useRevalidator();
  const { run, running, notice, showOutcome } = useAction();
  const report = (key: 'film.sent' | 'film.cancelled' | 'film.retried') => {
    void revalidate();
    return t(key);
  };
  /** Not wrapped in `run` while sending, because other actions such as cancel must stay available. */
  const send = async (file: File) => {
    showOutcome('');
    removals.keep(film);
    const sent = await uploadFilm(film, file);
    void revalidate();
    await run(
      'send',
      async () => sent,
      ({ state }) => {
        if (state === 'failed') return { refused: t('film.unreadable') };
        return report(state === 'cancelled' ? 'film.cancelled' : 'film.sent');
      },
    );
  };
  const cancel = (id: string) =>
    run(
      'cancel',
      () => call(operatorFilmEndpoints.cancelFilmJob, { params: { id } }),
      () => report('film.cancelled'),
    );
  const retry = (id: string) =>
    run(
      'retry',
      () => call(operatorFilmEndpoints.retryFilmJob, { params: { id } }),
      () => report('film.retried'),
    );
  const removals = useRemovals(async (id) => {
    const removed = await call(operatorFilmEndpoints.removeFilm, { params: { film: id } });
    await revalidate();
    return removed;
  });
  const isInterrupted = job?.state === 'uploading' && sending === undefined;
  const isRemovable = draft === null ? shown?.origin === 'added' : draft.film !== null;
  const isFree = sending === undefined && (job === null || !isUnderWay(job.state) || isInterrupted);

  return (
    <div className={styles.file}>
      {notice}
      {removals.notice}
      {job?.state === 'failed' && <JobFailure job={job} />}
      {sending !== undefined && (
        <Progress
          label={t(sending.state === 'sending' ? 'film.sending' : 'film.interrupted', {
            file: sending.fileName,
          })}
          percent={Math.max(Math.floor(sending.share * 100), job?.state === 'uploading' ? job.percent : 0)}
        />
      )}
      {sending === undefined && job?.state === 'running' && (
        <Progress label={t('film.making', { file: job.file_name })} percent={job.percent} />
      )}
      {job?.state === 'waiting' && <p>{t('film.waiting', { file: job.file_name })}</p>}
      {isInterrupted && <p>{t('film.goOn', { file: job.file_name, percent: job.percent })}</p>}
      {isFree && <p className={styles.hint}>{t('film.hint')}</p>}
      <div className={styles.actions}>
        {isFree && (
          <FileButton accept="video/*,.mkv,.mxf,.mts,.m2ts" onChoose={(file) => void send(file)}>
            {t('film.choose')}
          </FileButton>
        )}
        {job?.state === 'failed' && (
          <Button kind="outline" isLoading={running === 'retry'} onClick={() => void retry(job.id)}>
            {t('film.retry')}
          </Button>
        )}
        {job !== null && mayBecome(job.state, 'cancelled') && (
          <Button kind="outline" isLoading={running === 'cancel'} onClick={() => void cancel(job.id)}>
            {t(job.state === 'failed' ? 'film.discard' : 'film.cancel')}
          </Button>
        )}
        {isFree && isRemovable && !removals.isHidden(film) && (
          <Button
            kind="text"
            onClick={() => {
              showOutcome('');
              removals.remove({ id: film, text: t('film.removed') });
            }}
          >
            {t('film.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Progress({ label, percent }: { readonly label: string; readonly percent: number }) {
  return (
    <label className={styles.progress}>
      {label}
      <progress max={100} value={percent} />
      <span>{percent} %</span>
    </label>
  );
}

function JobFacts({ job }: { readonly job: FilmJob }) {
  const name = useNames();
  const { moment, locale } = useFormats();
  return (
    <Facts
      facts={[
        { label: 'films.state', value: <JobTag job={job} /> },
        { label: 'film.name', value: job.file_name },
        { label: 'film.size', value: job.bytes === null ? null : megabytes(job.bytes, locale) },
        { label: 'film.step', value: job.state === 'running' ? name('filmStep', job.step) : null },
        { label: 'film.begun', value: moment(job.created_at) },
        { label: 'film.changed', value: moment(job.changed_at) },
      ]}
    />
  );
}

function ShownFacts({ film: { id, course, shown, draft } }: { readonly film: OperatorFilm }) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  return (
    <Facts
      facts={[
        { label: 'films.course', value: course },
        { label: 'film.id', value: id },
        ...(shown === null
          ? [{ label: 'films.film' as const, value: t('films.none') }]
          : [
              { label: 'film.length' as const, value: minutes(shown.seconds) },
              { label: 'film.lines' as const, value: shown.lines.join(', ') },
              { label: 'film.sound' as const, value: t(shown.has_sound ? 'film.hasSound' : 'film.silent') },
              { label: 'film.origin' as const, value: t(`film.origins.${shown.origin}`) },
              { label: 'film.since' as const, value: moment(shown.published_at) },
            ]),
        ...(draft === null
          ? []
          : [
              {
                label: 'film.draft' as const,
                value: (
                  <Link to={`/catalogue/course/${draft.course}`}>
                    {draft.film === null
                      ? t('films.draftRemoves')
                      : `${minutes(draft.film.seconds)}, ${t('films.shown', { lines: draft.film.lines.at(-1) })}`}
                  </Link>
                ),
              },
            ]),
      ]}
    />
  );
}

function megabytes(bytes: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumSignificantDigits: 3,
  }).format(bytes / 1_000_000);
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
