import type { CallFailure } from '#core/rules/failure.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import type { Learner } from '#core/rules/session.ts';

/** The learner's own data; `sub` is the learner's id. Only one's own: anybody else's fails with `FORBIDDEN`. */
export interface Profiles {
  get(sub: string): Promise<Result<Learner, CallFailure>>;
  setPreferredLanguage(sub: string, locale: Locale): Promise<Result<Learner, CallFailure>>;
}
