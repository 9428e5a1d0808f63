import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { code, email, text } from './primitives.ts';

/** `POST contact`: a message to the shop, with a receipt to its author (decisions §9). */
export const sendMessage = defineEndpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/contact',
  status: 202,
  body: z.object({
    email,
    name: text(120, 1),
    topic: text(120, 1),
    message: text(5000, 1),
    order_code: z.optional(z.nullable(code)),
  }),
  answer: done,
});

export const contactEndpoints = { sendMessage };
