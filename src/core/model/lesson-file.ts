import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';

/**
 * Files that operators upload for a film, in both languages: captions, text descriptions, and worksheets of lessons.
 */
export const lessonFileEndings = ['de.vtt', 'en.vtt', 'de.txt', 'en.txt', 'de.pdf', 'en.pdf'] as const;

/** An uploaded file of a lesson or trailer. Without an upload the file of the content folder is used. */
export const lessonFile = z.object({
  ending: z.enum(lessonFileEndings),
  bytes: z.int(),
  uploaded_at: instant,
  is_shown: z.boolean(),
  /** Whether it is shown once the draft of its course is published; without a draft the same as `is_shown`. */
  is_drafted: z.boolean(),
});

export type LessonFile = Infer<typeof lessonFile>;

export const captionFaultCodes = [
  /** The bytes are not UTF-8, for example Windows-1252. */
  'not_utf8',
  /** The first line is not WEBVTT. */
  'no_header',
  /** A caption without a valid time, for example the SRT form `00:01,500`. */
  'timing',
  /** A caption ends before it begins. */
  'backwards',
  /** A caption begins before the previous one. */
  'disorder',
  /** A caption without text. */
  'empty',
  /** The file has no captions. */
  'no_cues',
] as const;

/** Why a file is rejected; nothing is stored then. */
export const lessonFileFault = z.object({
  /** Line number from 1; null for the whole file. */
  line: z.nullable(z.int()),
  code: z.enum([...captionFaultCodes, 'no_text', 'long_text', 'not_pdf', 'unfinished_pdf']),
});

export type LessonFileFault = Infer<typeof lessonFileFault>;
