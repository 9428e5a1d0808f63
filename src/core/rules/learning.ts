import type { Activity, Cue, Media, Progress } from '#core/model/learning.ts';
import type { Locale } from '#core/model/values.ts';

/** A film counts as watched this many seconds before its end, because it ends with a still image. */
const rest = 1;

/** Returns whether a position counts as the end of a film; `position` and `length` in seconds. */
export function isAtEnd(position: number, length: number): boolean {
  return Number.isFinite(length) && position >= length - rest;
}

/**
 * Returns the position in seconds at which a film resumes: the saved position, or 0 when the film was watched
 * to its end or not started. `length` is the length of the film in seconds.
 */
export function resumePosition(progress: Progress | null, length: number | null): number {
  if (progress === null) return 0;
  const { position_seconds } = progress;
  return length !== null && isAtEnd(position_seconds, length) ? 0 : position_seconds;
}

/** Returns the watched share of a lesson, from 0 to 1. */
export function seenShare({ position_seconds, is_finished, lesson }: Activity): number {
  if (is_finished) return 1;
  const length = lesson.film_seconds ?? lesson.length_seconds;
  return length > 0 ? Math.min(1, position_seconds / length) : 0;
}

/**
 * Returns the last caption that begins at or before a position (in seconds); undefined before the first
 * caption.
 */
export function cueAt(cues: readonly Cue[], position: number): Cue | undefined {
  return cues.findLast((cue) => cue.begin_seconds <= position);
}

/**
 * Returns the captions that contain all words of the search text; upper and lower case are not distinguished.
 */
export function findCues(cues: readonly Cue[], wanted: string, locale: Locale): readonly Cue[] {
  const fold = (text: string) => text.toLocaleLowerCase(locale).normalize('NFC');
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return cues.filter(({ text }) => words.every((word) => fold(text).includes(word)));
}

/** Returns the path of a lesson's player, without the locale. */
export function lessonPath(courseSlug: string, lesson: string): `/kurse/${string}` {
  return `/kurse/${courseSlug}/lektion/${lesson}`;
}

/** Returns the media of a course's trailer; `name` is the name of its files, `description` says what it shows. */
export function trailerMedia(name: string, description: string | null): Media {
  const address = (ending: string) => `/media/${name}.${ending}`;
  return {
    sources: [
      { type: 'video/webm', address: address('webm') },
      { type: 'video/mp4', address: address('mp4') },
    ],
    captions: [
      { locale: 'de', address: address('de.vtt') },
      { locale: 'en', address: address('en.vtt') },
    ],
    poster: address('svg'),
    length_seconds: null,
    description,
  };
}
