import * as z from 'zod/mini';
import type { Endpoint, EndpointAnswer } from './endpoint.ts';
import type { Failure } from './failure.ts';
import { failure } from './failure.ts';

/** A call's answer as the contract describes it, or null when the body does not fit. */
export function readAnswer<E extends Endpoint>(endpoint: E, body: unknown): EndpointAnswer<E> | null {
  const parsed = z.safeParse(endpoint.answer, body);
  return parsed.success ? (parsed.data as EndpointAnswer<E>) : null;
}

/** The body of a failed call, or null when it does not fit. */
export function readFailure(body: unknown): Failure | null {
  const parsed = z.safeParse(failure, body);
  return parsed.success ? parsed.data : null;
}
