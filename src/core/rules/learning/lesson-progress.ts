import type { Activity, Chapter, Cue, MyCourse, Progress } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';
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

/** The progress in a lesson, with the lengths needed to compute its share. */
export type WatchedLesson = Progress & {
  readonly lesson: Pick<Activity['lesson'], 'id' | 'length_seconds' | 'film_seconds'>;
};

/** Returns the watched share of a lesson, from 0 to 1. */
export function seenShare({ position_seconds, is_finished, lesson }: WatchedLesson): number {
  if (is_finished) return 1;
  const length = lesson.film_seconds ?? lesson.length_seconds;
  return length > 0 ? Math.min(1, position_seconds / length) : 0;
}

/**
 * Returns the progress of each lesson by its id, from loaded and later saved entries: the newer one counts, and a
 * finished lesson stays finished.
 */
export function newestProgress(watched: readonly WatchedLesson[]): ReadonlyMap<string, WatchedLesson> {
  const newest = new Map<string, WatchedLesson>();
  for (const one of watched) {
    const known = newest.get(one.lesson.id);
    const isNewer = known === undefined || Date.parse(one.watched_at) >= Date.parse(known.watched_at);
    const is_finished = one.is_finished || known?.is_finished === true;
    newest.set(one.lesson.id, { ...(isNewer ? one : known), is_finished });
  }
  return newest;
}

/**
 * Returns the lesson to continue a course with: the last watched one or, if finished, the next unfinished one, starting
 * again at the first after the last. Undefined when all are finished. `lessons` are in the order of the course.
 */
export function lessonToContinue<
  Lesson extends { readonly is_finished: boolean; readonly watched_at: number | null },
>(lessons: readonly Lesson[]): Lesson | undefined {
  const last = lessons.reduce<number>(
    (latest, lesson, index) =>
      (lesson.watched_at ?? -1) > (lessons[latest]?.watched_at ?? -1) ? index : latest,
    0,
  );
  return [...lessons.slice(last), ...lessons.slice(0, last)].find((lesson) => !lesson.is_finished);
}

type CourseCounts = Pick<MyCourse, 'finished_count' | 'lesson_count'>;

/** Returns whether all lessons of a course were watched. */
export function isFinishedCourse({ finished_count, lesson_count }: CourseCounts): boolean {
  return lesson_count > 0 && finished_count >= lesson_count;
}

/** Returns the first course that was started but not finished. `courses` must be sorted by last watched first. */
export function courseToContinue<Course extends CourseCounts & Pick<MyCourse, 'watched_at'>>(
  courses: readonly Course[],
): Course | undefined {
  return courses.find((course) => course.watched_at !== null && !isFinishedCourse(course));
}

type PlacedCourse = Pick<ProductCard, 'id' | 'category' | 'group'>;

/**
 * Returns courses to recommend after a course: first those of its discipline, then of its group, then all others, each
 * in the order of `courses`; without the course itself and without those of `finished` (ids).
 */
export function nextCourses<Course extends PlacedCourse>(
  after: PlacedCourse,
  courses: readonly Course[],
  finished: readonly string[],
): readonly Course[] {
  const distance = ({ category, group }: Course) => {
    if (category.identifier === after.category.identifier) return 0;
    return group !== null && group.identifier === after.group?.identifier ? 1 : 2;
  };
  return courses
    .filter(({ id }) => id !== after.id && !finished.includes(id))
    .toSorted((one, other) => distance(one) - distance(other));
}

/**
 * Returns the last caption or chapter that begins at or before a position (in seconds); undefined before the
 * first.
 */
export function partAt<Part extends { readonly begin_seconds: number }>(
  parts: readonly Part[],
  position: number,
): Part | undefined {
  return parts.findLast((part) => part.begin_seconds <= position);
}

/** Within this many seconds after the beginning of a chapter, "back" goes to the previous chapter. */
const chapterGrace = 2;

/**
 * Returns the position in seconds of the next or previous chapter; "previous" goes to the beginning of the current
 * chapter first. Null when there is none in that direction.
 */
export function chapterBeside(
  chapters: readonly Chapter[],
  position: number,
  direction: 'next' | 'previous',
): number | null {
  const found =
    direction === 'next'
      ? chapters.find((chapter) => chapter.begin_seconds > position)
      : partAt(chapters, Math.max(0, position - chapterGrace));
  return found?.begin_seconds ?? null;
}

/**
 * Parses the position of a link into a film, in seconds: `75`, `1:15`, `1m15s`. Null for everything else, and for
 * positions at or after the end (`length` in seconds, null when unknown).
 */
export function linkedPosition(text: string | null, length: number | null): number | null {
  const found = /^(?:(\d{1,3})(?::|m))?(\d{1,5})s?$/.exec(text ?? '') ?? /^(\d{1,3})m$/.exec(text ?? '');
  if (found === null) return null;
  const [, minutes = '0', seconds = '0'] = found;
  const position = Number(minutes) * 60 + Number(seconds);
  return length === null || position < length ? position : null;
}

/** Returns the captions that contain all words of the search text, ignoring case. */
export function findCues(cues: readonly Cue[], wanted: string, locale: Locale): readonly Cue[] {
  const fold = (text: string) => text.toLocaleLowerCase(locale).normalize('NFC');
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return cues.filter(({ text }) => words.every((word) => fold(text).includes(word)));
}

/** Returns the path of a lesson's player, without the locale. */
export function lessonPath(courseSlug: string, lesson: string): `/kurse/${string}` {
  return `/kurse/${courseSlug}/lektion/${lesson}`;
}
