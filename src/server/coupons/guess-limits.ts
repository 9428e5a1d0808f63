import type { AttemptLimit } from '#server/accounts/attempts.ts';

/** Codes that give nothing, by the address that tries them and by the account: only wrong guesses count. */
export function guessLimits(address: string, userId: string | null): AttemptLimit[] {
  const tried = [address, ...(userId === null ? [] : [`account:${userId}`])];
  return tried.map((who) => ({ key: ['code-guess', who], attempts: 30, minutes: 10 }));
}
