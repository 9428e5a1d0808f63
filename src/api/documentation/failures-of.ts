import type * as z from 'zod/mini';
import type { Endpoint } from '#api/endpoint.ts';
import type { FailureCode } from '#api/failure.ts';
import type { OperationText } from './operation-text.ts';

/** Every code that a call can fail with: those of its frame, in the order they are looked at, then its own. */
export function failuresOf(endpoint: Endpoint, { failures = [] }: OperationText): readonly FailureCode[] {
  const hasBody = endpoint.readsBody;
  const hasInput = hasBody || hasFields(endpoint.query);
  return [
    ...new Set<FailureCode>([
      ...when(endpoint.access !== 'anyone', 'UNAUTHENTICATED'),
      ...when(hasFields(endpoint.params), 'NOT_FOUND'),
      ...when(hasBody, 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'MALFORMED_BODY'),
      ...when(hasInput, 'INVALID_INPUT'),
      ...failures,
      'UNAVAILABLE',
      'INTERNAL',
    ]),
  ];
}

function when(isSo: boolean, ...codes: readonly FailureCode[]): readonly FailureCode[] {
  return isSo ? codes : [];
}

function hasFields(schema: z.ZodMiniType): boolean {
  const { def } = schema._zod;
  return !('shape' in def) || Object.keys(def.shape as object).length > 0;
}
