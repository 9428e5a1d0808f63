import type { Cents } from 'meisterhand/model';
import * as z from 'zod';

/** An amount of the sandbox's protocol: integer euro cents, as in the shop. */
export const amount = z
  .int()
  .positive()
  .transform((value) => value as Cents);
