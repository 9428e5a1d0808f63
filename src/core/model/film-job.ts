import * as z from 'zod/mini';
import { type Infer, instant, uuid } from './primitives.ts';

/** `uploading`: parts of the file are missing; `waiting` and `running`: the film is being made. */
export const filmJobStates = ['uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const;

const filmJobState = z.enum(filmJobStates);

export type FilmJobState = z.output<typeof filmJobState>;

/** Why a file could not be converted to a film. */
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

/** The processing of one camera file. */
export const filmJob = z.object({
  id: uuid,
  state: filmJobState,
  /** The current step, named after ffmpeg's steps. */
  step: z.string(),
  percent: z.int(),
  /** Original name of the file. */
  file_name: z.string(),
  /**
   * Why the job failed; null for failures recorded by earlier versions. Missing in responses of the previous version.
   */
  fault: z._default(z.nullable(filmFault), null),
  /** File and cause of the failure, in English. */
  error: z.nullable(z.string()),
  /** Size of the upload in bytes; null for a file that was already on the server. */
  bytes: z.nullable(z.int()),
  received: z.int(),
  created_at: instant,
  changed_at: instant,
});

export type FilmJob = Infer<typeof filmJob>;

/** Properties of a finished film. */
const readyFilm = z.object({
  seconds: z.number(),
  /** Heights of its versions in lines, smallest first. */
  lines: z.array(z.int()),
  has_sound: z.boolean(),
});

/** The film that the shop shows. */
const shownFilm = z.object({
  ...readyFilm.shape,
  /** `content`: part of the shop's content; `added`: uploaded by an operator. */
  origin: z.enum(['content', 'added']),
  published_at: instant,
});

/** A change of the uploaded film in the draft of the course. */
const draftedFilm = z.object({
  /** The slug of the course. */
  course: z.string(),
  /** Null: the draft removes the film. */
  film: z.nullable(
    z.object({
      ...readyFilm.shape,
      id: uuid,
      /** URL of a preview image, valid for some minutes. */
      poster: z.nullable(z.string()),
    }),
  ),
});

/** A lesson or trailer with its film. Its id is the lesson's id, or `trailer-` with the slug of the course. */
export const operatorFilm = z.object({
  id: z.string(),
  /** Title of the lesson; null for a trailer. */
  title: z.nullable(z.string()),
  course: z.string(),
  /** Null if there is no film in several sizes. */
  shown: z.nullable(shownFilm),
  /** Null if no change waits for publication. */
  draft: z.nullable(draftedFilm),
  /** The latest job for this film. */
  job: z.nullable(filmJob),
});

export type OperatorFilm = Infer<typeof operatorFilm>;
