import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { instant, locale } from './primitives.ts';

/** Where a learner stopped. */
export const progress = z.object({
  /** Seconds from the beginning of the film. */
  position_seconds: z.int(),
  is_finished: z.boolean(),
  watched_at: instant,
});

export type Progress = Infer<typeof progress>;

/** A film with its captions. Addresses are paths of this site; those of paid lessons carry a signature and soon end. */
const media = z.object({
  /** The same film in several formats, the smallest first. */
  sources: z.array(z.object({ type: z.enum(['video/webm', 'video/mp4']), address: z.string() })),
  captions: z.array(z.object({ locale, address: z.string() })),
  /** The drawing that stands still until the film begins; null where there is none. */
  poster: z.nullable(z.string()),
  /** How long the film runs; it may be shorter than its lesson. Null where the file does not say. */
  length_seconds: z.nullable(z.number()),
});

export type Media = Infer<typeof media>;

/** One sentence of a film, in the language of `X-App-Language`. Times from the beginning of the film. */
const cue = z.object({ begin_seconds: z.number(), end_seconds: z.number(), text: z.string() });

export type Cue = Infer<typeof cue>;

/** A lesson as a player shows it to those who may watch. */
export const lesson = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  length_seconds: z.int(),
  is_free: z.boolean(),
  /** Place in the course, from 1. */
  number: z.int(),
  /** The part of the course it belongs to, counted from 1. */
  part: z.object({ number: z.int(), title: z.string() }),
  course: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
  previous_id: z.nullable(z.string()),
  next_id: z.nullable(z.string()),
  /** Null for guests and for learners who have not begun it. */
  progress: z.nullable(progress),
  /** Null while the lesson has no film. */
  media: z.nullable(media),
  transcript: z.array(cue),
});

export type LessonPage = Infer<typeof lesson>;

/** A lesson that a learner has watched, whole or in part. */
export const activity = z.object({
  lesson: z.object({
    id: z.string(),
    title: z.string(),
    length_seconds: z.int(),
    /** How long its film runs, null while there is none; positions are seconds of the film. */
    film_seconds: z.nullable(z.number()),
    number: z.int(),
  }),
  course: z.object({ id: z.string(), slug: z.string(), title: z.string(), picture: z.string() }),
  ...progress.shape,
});

export type Activity = Infer<typeof activity>;
