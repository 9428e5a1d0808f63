import { failure } from '#api/success-and-failure.ts';
import type { FailureCode } from '#core/model/failure.ts';
import type { Result } from '#core/rules/basics/result.ts';
import de from '#locales/de/error.json' with { type: 'json' };

/** Returns a response as one line: its status and, if it is a failure, code and message of each error. */
export function outcomeOf({ status, body }: { readonly status: number; readonly body: unknown }): string {
  if (status < 400) return String(status);
  const lines = failure.parse(body).errors.map(({ code, detail }) => `${code}: ${detail}`);
  return `${status} ${lines.join(' ')}`;
}

/** Returns a response of the test shop as one line, like `outcomeOf`. */
export function outcomeOfCall({ status, text }: { readonly status: number; readonly text: string }): string {
  return outcomeOf({ status, body: status < 400 ? null : JSON.parse(text) });
}

/** Returns the code of a refusal; null for a success. */
export function refusalOf(result: Result<unknown, { readonly code: string }>): string | null {
  return result.ok ? null : result.error.code;
}

/** Returns the line that `outcomeOf` returns for a failure in German. */
export function refusal(status: number, code: FailureCode): string {
  return `${status} ${code}: ${de[code].detail}`;
}

/** Runs `work` this many times in parallel. */
export function inParallel<Value>(count: number, work: (index: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Returns how often each outcome occurred. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(outcomes, String)].map(([outcome, { length }]) => [outcome, length]),
  );
}
