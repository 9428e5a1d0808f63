import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';

/**
 * What operators upload beside a film, in both languages: captions, what can be seen in words, and the worksheet of a
 * lesson.
 */
export const lessonFileEndings = ['de.vtt', 'en.vtt', 'de.txt', 'en.txt', 'de.pdf', 'en.pdf'] as const;

/** An uploaded file of a lesson or trailer; without one that of the content folder counts. */
export const lessonFile = z.object({
  ending: z.enum(lessonFileEndings),
  bytes: z.int(),
  uploaded_at: instant,
  is_shown: z.boolean(),
  /** Whether it will be shown when the draft of its course is published; without a draft as now. */
  is_drafted: z.boolean(),
});

export type LessonFile = Infer<typeof lessonFile>;

export const captionFaultCodes = [
  /** Bytes that are not UTF-8, as of a file in Windows-1252. */
  'not_utf8',
  /** The first line is not WEBVTT. */
  'no_header',
  /** A caption without a readable time, such as the `00:01,500` of SRT. */
  'timing',
  /** It ends before it begins. */
  'backwards',
  /** It begins before the one above it. */
  'disorder',
  /** A time without words. */
  'empty',
  /** There is no caption. */
  'no_cues',
] as const;

/** Why a file is not taken; nothing is stored then. */
export const lessonFileFault = z.object({
  /** From 1; null: the file as a whole. */
  line: z.nullable(z.int()),
  code: z.enum([...captionFaultCodes, 'no_text', 'long_text', 'not_pdf', 'unfinished_pdf']),
});

export type LessonFileFault = Infer<typeof lessonFileFault>;
