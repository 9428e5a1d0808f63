import { z } from 'zod';

/** Timeout of a gateway request. */
export const timeLimit = z
  .string()
  .regex(/^[1-9]\d{1,4}$/, 'set milliseconds from 10 to 10000')
  .transform(Number)
  .refine((limit) => limit <= 10_000, 'set milliseconds from 10 to 10000');

/** Schema of a URL; trailing slashes are removed. */
export const webAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `set an address like ${example}` })
    .transform((address) => address.replace(/\/+$/, ''));
