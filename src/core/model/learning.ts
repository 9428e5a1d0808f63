import * as z from 'zod/mini';
import { calendarDay, type Infer, instant, locale, uuid } from './primitives.ts';
import { coursePart } from './product.ts';

/** The learner's position in the film of a lesson. */
export const progress = z.object({
  /** Seconds from the beginning of the film. */
  position_seconds: z.int(),
  is_finished: z.boolean(),
  watched_at: instant,
});

export type Progress = Infer<typeof progress>;

/** A film with its captions. Addresses are paths of this site; those of a paid lesson are signed and expire. */
const media = z.object({
  /**
   * The film as complete files in several formats, in the order in which a browser should try them. Empty when only
   * `hls` exists.
   */
  sources: z.array(z.object({ type: z.enum(['video/webm', 'video/mp4']), address: z.string() })),
  /** The film in several sizes as HTTP Live Streaming: URL of the master playlist; null when not available. */
  hls: z.nullable(z.object({ url: z.string() })),
  /** WebVTT whose cues refer to regions of a thumbnail sheet (`…#xywh=0,0,160,90`); null without `hls`. */
  storyboard: z.nullable(z.object({ url: z.string() })),
  captions: z.array(z.object({ locale, address: z.string() })),
  /** Path of the image that is shown until the film starts; null when none exists. */
  poster: z.nullable(z.string()),
  /** Duration of the film; it may be shorter than the lesson. Null when the file does not contain it. */
  length_seconds: z.nullable(z.number()),
  /** Whether the film has sound; the player of a silent film says so and has no mute button. */
  has_sound: z.boolean(),
  /** Text description of the film, in the language of the `X-App-Language` header; null when there is none. */
  description: z.nullable(z.string()),
});

export type Media = Infer<typeof media>;

/** A caption of a film, in the language of the `X-App-Language` header. Times from the beginning of the film. */
const cue = z.object({ begin_seconds: z.number(), end_seconds: z.number(), text: z.string() });

export type Cue = Infer<typeof cue>;

/** A part of a film, from `begin_seconds` to the next one. */
const chapter = z.object({ begin_seconds: z.int(), title: z.string() });

export type Chapter = Infer<typeof chapter>;

/** Why the paid lessons of a purchase are not accessible yet (docs/behaviour/consumer-rights.md#record-of-use). */
const hold = z.object({
  /**
   * `CONFIRMATION`: the buyer has not received the confirmation. `EARLY_START`: the buyer has not requested that the
   * membership begins within the withdrawal period. `CONSENT`: the buyer has not agreed to lose the right of
   * withdrawal.
   */
  reason: z.enum(['CONFIRMATION', 'EARLY_START', 'CONSENT']),
  /** Null when the buyer is another person: the lessons were a gift. */
  order_id: z.nullable(uuid),
  /** The confirmation as PDF for the waiting buyer, valid for 15 minutes; downloading it opens the lessons. */
  confirmation_url: z.nullable(z.string()),
  /** The day on which the lessons open in any case; null when they only wait for the confirmation. */
  opens_on: z.nullable(calendarDay),
});

export type LessonHold = Infer<typeof hold>;

/** A lesson with the data for its player, for users who may watch it. */
export const lesson = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  length_seconds: z.int(),
  is_free: z.boolean(),
  /** Position in the course, from 1. */
  number: z.int(),
  /** The part of the course that contains the lesson; `number` counts from 1. */
  part: z.object({ number: z.int(), title: z.string() }),
  course: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
  previous_id: z.nullable(z.string()),
  next_id: z.nullable(z.string()),
  /** All lessons of the course, even if it is off sale. Empty in responses of the previous version. */
  outline: z._default(z.array(coursePart), []),
  /** Null for a guest, and for a learner who has not started the lesson. */
  progress: z.nullable(progress),
  /** Set while the lesson is not accessible yet; then film, transcript and worksheet are missing. */
  hold: z.nullable(hold),
  /** Null when the lesson has no film. */
  media: z.nullable(media),
  /** In the order of the film, the first at 0; empty when the film has no chapters. */
  chapters: z.array(chapter),
  transcript: z.array(cue),
  /** Worksheet to download in the language of the `X-App-Language` header, signed like the film; null if none. */
  worksheet: z.nullable(z.object({ title: z.string(), address: z.string() })),
});

export type LessonPage = Infer<typeof lesson>;

/** A lesson that a learner has watched, completely or partly. */
export const activity = z.object({
  lesson: z.object({
    id: z.string(),
    title: z.string(),
    length_seconds: z.int(),
    /** Duration of the film; null when the lesson has no film. `position_seconds` refers to the film. */
    film_seconds: z.nullable(z.number()),
    number: z.int(),
  }),
  course: z.object({ id: z.string(), slug: z.string(), title: z.string(), picture: z.string() }),
  ...progress.shape,
});

export type Activity = Infer<typeof activity>;

/** A course that a learner may watch, with the progress in it. */
export const myCourse = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  picture: z.string(),
  /** Bought, redeemed or given; false for a course that is open through a membership or subscription. */
  is_owned: z.boolean(),
  lesson_count: z.int(),
  finished_count: z.int(),
  /** The lesson to continue with, the first when all are finished; `position_seconds` is 0 if it was not started. */
  next: z.nullable(
    z.object({ id: z.string(), number: z.int(), title: z.string(), position_seconds: z.int() }),
  ),
  /** When a lesson of it was last watched; null before that. */
  watched_at: z.nullable(instant),
  /** The confirmation of participation, valid for 15 minutes; null until all lessons are finished. */
  confirmation_url: z.nullable(z.string()),
});

export type MyCourse = Infer<typeof myCourse>;

/** A bookmark or note of a learner at a position in a film. */
export const note = z.object({
  id: z.string(),
  lesson: z.object({
    id: z.string(),
    number: z.int(),
    title: z.string(),
    /** False when the lesson was removed from the course. True in responses of the previous version. */
    is_shown: z._default(z.boolean(), true),
  }),
  course: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
  /** Seconds from the beginning of the film. */
  position_seconds: z.int(),
  /** Empty for a bookmark. */
  text: z.string(),
  created_at: instant,
  changed_at: instant,
});

export type Note = Infer<typeof note>;
