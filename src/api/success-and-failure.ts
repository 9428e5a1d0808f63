import * as z from 'zod/mini';
import { failureCodes } from '#core/model/failure.ts';

/** The response of a successful call without data. */
export const done = z.object({ success: z.literal(true) });

/** The body of every failed call. `detail` is a sentence in the language of `X-App-Language`. */
export const failure = z.object({
  success: z.literal(false),
  errors: z.array(
    z.object({
      status: z.string(),
      code: z.enum(failureCodes),
      title: z.string(),
      detail: z.string(),
      /** The invalid input: a JSON pointer into the body, or the name of a query parameter or header. */
      source: z.optional(
        z.object({
          pointer: z.optional(z.string()),
          parameter: z.optional(z.string()),
          header: z.optional(z.string()),
        }),
      ),
    }),
  ),
});

export type Failure = z.output<typeof failure>;
