import type { AttemptLimit } from '#host/services/rate-limits/attempts.ts';

/** Codes that nobody knows, by the address that tries them: only wrong guesses count. */
export function guessLimits(address: string): AttemptLimit[] {
  return [{ key: ['code-guess', address], attempts: 30, minutes: 10 }];
}
