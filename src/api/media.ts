import * as z from 'zod/mini';
import { locale } from './primitives.ts';

/** A film with its captions. Addresses are paths of this site; those of paid lessons carry a signature and soon end. */
export const media = z.object({
  /** The same film in several formats, the smallest first. */
  sources: z.array(z.object({ type: z.enum(['video/webm', 'video/mp4']), address: z.string() })),
  captions: z.array(z.object({ locale, address: z.string() })),
  /** The drawing that stands still until the film begins; null where there is none. */
  poster: z.nullable(z.string()),
  /** How long the film runs; it may be shorter than the lesson it stands for. Null where the file does not say. */
  length_seconds: z.nullable(z.number()),
});

/** What a film says, sentence by sentence, in the language of `X-App-Language`. Times from the beginning of the film. */
export const transcript = z.array(
  z.object({ begin_seconds: z.number(), end_seconds: z.number(), text: z.string() }),
);
