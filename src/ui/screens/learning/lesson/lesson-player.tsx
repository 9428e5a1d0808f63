import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { LessonPage, Media } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { lessonPath, linkedPosition, resumePosition } from '#core/rules/learning/lesson-progress.ts';
import type { OnSaved } from '#core/storefront/learning/watch-lesson.ts';
import { FilmText } from '#ui/components/learning/film.tsx';
import { FilmPlayer } from '#ui/components/learning/player/film-player.tsx';
import { type Player, usePlayer } from '#ui/components/learning/player/use-player.ts';
import { useSavedProgress } from '#ui/components/learning/use-saved-progress.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './lesson.module.css';
import { Chapters } from './lesson-chapters.tsx';
import { Notes } from './lesson-notes.tsx';
import { Transcript } from './transcript.tsx';
import { useAutoplay } from './use-autoplay.ts';
import { useRenewedCaptions, useRenewedMedia } from './use-renewed-media.ts';
import { WorksheetLink } from './worksheet-link.tsx';

interface LessonPlayerProps {
  readonly lesson: LessonPage;
  readonly media: Media;
  readonly isGuest: boolean;
  /** Called with the stored progress after each save. */
  readonly onProgress: OnSaved;
  /** Title and summary of the lesson. */
  readonly head: ReactNode;
  /** The course's lessons. */
  readonly beside: ReactNode;
  /** Content about the next step. */
  readonly onward: ReactNode;
  /** Returns the content over the film when it has ended; `replay` plays it again. */
  readonly ending: (replay: () => void) => ReactNode;
  /** Content instead of the video if it cannot be loaded. */
  readonly failure: ReactNode;
}

/** The video with controls, chapters, notes and transcript. */
export function LessonPlayer(props: LessonPlayerProps) {
  const { lesson, media: given, isGuest, onProgress, head, beside, onward, ending, failure } = props;
  const { t } = useTranslation('base');
  const { media, renew, renewAddress } = useRenewedMedia(lesson, given);
  const [search] = useSearchParams();
  const linked = linkedPosition(search.get('t'), media.length_seconds);
  const resumedAt = linked === null ? resumePosition(lesson.progress, media.length_seconds) : 0;
  const player = usePlayer(media, { begin: linked ?? resumedAt, renew, renewAddress });
  const captions = useRenewedCaptions(lesson, media.captions, player.video);
  const [isKept, setKept] = useState(true);
  const plays = useAutoplay();
  useSavedProgress(player.video, { lessonId: lesson.id, hasFailed: player.state.hasFailed }, (stored) => {
    setKept(stored !== null);
    onProgress(stored);
  });

  return (
    <div className={styles.page} data-page-film>
      <FilmPlayer
        player={player}
        media={{ ...media, captions }}
        label={t('lesson.film', { title: lesson.title })}
        // A delivered part of a paid film counts as played on the server, so nothing is preloaded.
        preload={lesson.is_free ? 'metadata' : 'none'}
        autoPlay={plays}
        chapters={lesson.chapters}
        failure={failure}
        ending={ending(() => player.jump(0))}
      >
        <PlayerNote player={player} lesson={lesson} resumedAt={resumedAt} isGuest={isGuest} isKept={isKept} />
      </FilmPlayer>
      <div className={`${layout.wrap} ${styles.lead}`}>
        {head}
        {onward}
      </div>
      {beside}
      <div className={`${layout.wrap} ${styles.below}`}>
        {lesson.worksheet !== null && <WorksheetLink lesson={lesson} worksheet={lesson.worksheet} />}
        <Chapters chapters={lesson.chapters} position={player.state.position} onJump={player.jump} />
        <FilmText media={media} title={lesson.title} />
        {!isGuest && <Notes lesson={lesson} position={player.state.position} onJump={player.jump} />}
        <Transcript cues={lesson.transcript} position={player.state.position} onJump={player.jump} />
      </div>
    </div>
  );
}

interface PlayerNoteProps {
  readonly player: Player;
  readonly lesson: LessonPage;
  /** Position in seconds at which this visit resumes; 0 for the beginning. */
  readonly resumedAt: number;
  readonly isGuest: boolean;
  /** Whether the last save of the progress succeeded. */
  readonly isKept: boolean;
}

/** One line below the controls: a note on the saved progress, or the keyboard shortcuts. */
function PlayerNote({ player, lesson, resumedAt, isGuest, isKept }: PlayerNoteProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { state } = player;
  const back = encodeURIComponent(`/${locale}${lessonPath(lesson.course.slug, lesson.id)}`);
  const isNearStart = Math.abs(state.position - resumedAt) < 1 && !state.isPlaying;

  return (
    <div className={styles.playerNote}>
      <p role="status">
        {!isKept && t('lesson.not_kept')}
        {isKept && resumedAt > 0 && isNearStart && (
          <>
            {t('lesson.resumed', { position: clockDuration(resumedAt) })}{' '}
            <button type="button" className={styles.link} onClick={() => player.seek(0)}>
              {t('lesson.from_start')}
            </button>
          </>
        )}
        {isKept && isGuest && (
          <ShopLink to={`/auth/login?returnTo=${back}`} prefetch="never">
            {t('lesson.guest')}
          </ShopLink>
        )}
      </p>
      <p className={styles.keys}>{t('lesson.keys')}</p>
    </div>
  );
}
