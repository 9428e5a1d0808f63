import type { Activity, Cue, Media, Progress } from '#core/model/learning.ts';
import type { Locale } from '#core/model/values.ts';

/** Seconds before its end at which a film counts as watched: the rest is a still picture. */
const rest = 1;

/** Whether a position is the end of a film that runs `length` seconds. */
export function isAtEnd(position: number, length: number): boolean {
  return Number.isFinite(length) && position >= length - rest;
}

/**
 * The position at which a film of `length` seconds resumes: where the learner stopped, or at the beginning once it
 * was seen to its end.
 */
export function resumePosition(progress: Progress | null, length: number | null): number {
  if (progress === null) return 0;
  const { position_seconds } = progress;
  return length !== null && isAtEnd(position_seconds, length) ? 0 : position_seconds;
}

/** How much of a lesson has been seen, from 0 to 1; a finished one has been seen whole. */
export function seenShare({ position_seconds, is_finished, lesson }: Activity): number {
  if (is_finished) return 1;
  const length = lesson.film_seconds ?? lesson.length_seconds;
  return length > 0 ? Math.min(1, position_seconds / length) : 0;
}

/** The sentence that is read at a position; the last one before it in a pause, none before the first. */
export function cueAt(cues: readonly Cue[], position: number): Cue | undefined {
  return cues.findLast((cue) => cue.begin_seconds <= position);
}

/** The sentences that hold all the words looked for, whatever their case. */
export function findCues(cues: readonly Cue[], wanted: string, locale: Locale): readonly Cue[] {
  const fold = (text: string) => text.toLocaleLowerCase(locale).normalize('NFC');
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return cues.filter(({ text }) => words.every((word) => fold(text).includes(word)));
}

/** The route of a lesson's player, without the locale. */
export function lessonPath(courseSlug: string, lesson: string): `/kurse/${string}` {
  return `/kurse/${courseSlug}/lektion/${lesson}`;
}

/** A course's trailer by the name of its files (see `ProductCard.trailer`). */
export function trailerMedia(name: string): Media {
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
  };
}
