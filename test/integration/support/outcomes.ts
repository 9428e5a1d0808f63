import type { FailureCode } from '#api/failure.ts';
import { failure } from '#api/failure.ts';
import de from '#locales/de/error.json' with { type: 'json' };

/** A response in one line: its status, and of a refusal its code and the sentence that a person reads. */
export function outcomeOf({ status, body }: { readonly status: number; readonly body: unknown }): string {
  if (status < 400) return String(status);
  const lines = failure.parse(body).errors.map(({ code, detail }) => `${code}: ${detail}`);
  return `${status} ${lines.join(' ')}`;
}

/** The same of a call of the test shop. */
export function outcomeOfCall({ status, text }: { readonly status: number; readonly text: string }): string {
  return outcomeOf({ status, body: status < 400 ? null : JSON.parse(text) });
}

/** The outcome of a call that is refused in German. */
export function refusal(status: number, code: FailureCode): string {
  return `${status} ${code}: ${de[code].detail}`;
}

/** How often each outcome came. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(outcomes, String)].map(([outcome, { length }]) => [outcome, length]),
  );
}
