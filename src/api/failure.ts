import * as z from 'zod/mini';

/** The response of a successful call without data. */
export const done = z.object({ success: z.literal(true) });
