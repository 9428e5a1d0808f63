import { readFailure } from '#api/endpoint.ts';
import type { CallFailure } from '#core/rules/result.ts';

/** The failure of a call that nobody answered. */
export const networkFailure: CallFailure = { code: 'NETWORK', status: 0, detail: '', fields: {} };

/** The failure of a call whose answer does not fit the contract. */
export function unreadableAnswer(status: number): CallFailure {
  return { code: 'UNREADABLE_ANSWER', status, detail: '', fields: {} };
}

/** The host's error body as a failure: the first error decides, and every error that names an input is listed. */
export function toCallFailure(status: number, body: unknown): CallFailure {
  const errors = readFailure(body)?.errors ?? [];
  const first = errors[0];
  if (first === undefined) return unreadableAnswer(status);
  const fields: Record<string, string> = {};
  for (const { source, detail } of errors) {
    const name = source?.pointer ?? source?.parameter ?? source?.header;
    if (name !== undefined) fields[name] = detail;
  }
  return { code: first.code, status, detail: first.detail, fields };
}
