import * as z from 'zod/mini';
import { type Infer, instant, uuid } from './primitives.ts';

/** `uploading`: parts of the file are missing; `waiting` and `running`: the film is being made. */
export const filmJobStates = ['uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const;

const filmJobState = z.enum(filmJobStates);

export type FilmJobState = z.output<typeof filmJobState>;

/** Why no film can be made of a file. */
const filmFault = z.enum([
  'file_missing',
  'unreadable',
  'no_duration',
  'no_picture',
  'too_short',
  'tools_missing',
  'file_changed',
  'not_made',
]);

export type FilmFaultCode = z.output<typeof filmFault>;

/** The work on one camera file. */
export const filmJob = z.object({
  id: uuid,
  state: filmJobState,
  /** What is being made, as ffmpeg's steps are called. */
  step: z.string(),
  percent: z.int(),
  /** What people called the file. */
  file_name: z.string(),
  /** Why it has failed; null also if an earlier version noted that. Missing in answers of the version before. */
  fault: z._default(z.nullable(filmFault), null),
  /** File and cause of a failure, in English. */
  error: z.nullable(z.string()),
  /** Bytes of an upload; null for a file that was on the machine. */
  bytes: z.nullable(z.int()),
  received: z.int(),
  created_at: instant,
  changed_at: instant,
});

export type FilmJob = Infer<typeof filmJob>;

/** A film that is ready. */
const readyFilm = z.object({
  seconds: z.number(),
  /** Lines of its pictures, smallest first. */
  lines: z.array(z.int()),
  has_sound: z.boolean(),
});

/** What of a film can be watched. */
const shownFilm = z.object({
  ...readyFilm.shape,
  /** `content`: it came with the shop; `added`: an operator has brought it. */
  origin: z.enum(['content', 'added']),
  published_at: instant,
});

/** What the draft of the course changes of the film that was brought. */
const draftedFilm = z.object({
  /** The slug of the course. */
  course: z.string(),
  /** Null: the draft takes the film out. */
  film: z.nullable(
    z.object({
      ...readyFilm.shape,
      id: uuid,
      /** Address of a picture of it, for some minutes. */
      poster: z.nullable(z.string()),
    }),
  ),
});

/** A lesson or trailer with its film; its id is the lesson's, or `trailer-` and the course's slug. */
export const operatorFilm = z.object({
  id: z.string(),
  /** Of the lesson; null for a trailer. */
  title: z.nullable(z.string()),
  course: z.string(),
  /** Null: there is no film in several sizes. */
  shown: z.nullable(shownFilm),
  /** Null: nothing waits to be published. */
  draft: z.nullable(draftedFilm),
  /** The last work on it. */
  job: z.nullable(filmJob),
});

export type OperatorFilm = Infer<typeof operatorFilm>;
