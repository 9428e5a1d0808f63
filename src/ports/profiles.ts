import type { Salutation } from '#core/model/address.ts';
import type { Locale } from '#core/model/primitives.ts';
import type { Learner } from '#core/model/user.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What is to be different; the rest stays. */
export interface ProfileChanges {
  readonly firstname?: string;
  readonly lastname?: string;
  readonly salutation?: Salutation;
  /** `true` is a wish that waits for the link of a mail; `false` counts at once. */
  readonly newsletter?: boolean;
  /** Does not want to be offered the newsletter. */
  readonly declined_newsletter?: boolean;
  /** Waits for the link that is mailed to the new address, also when somebody else has it: nobody can tell. */
  readonly email?: string;
}

/** The learner's own data; `sub` is the learner's id. Only one's own: anybody else's fails with `FORBIDDEN`. */
export interface Profiles {
  get(sub: string): Promise<Result<Learner, CallFailure>>;
  setPreferredLanguage(sub: string, locale: Locale): Promise<Result<Learner, CallFailure>>;
  /** Answers the data as they count now: what waits for a link is as it was. */
  update(sub: string, changes: ProfileChanges): Promise<Result<Learner, CallFailure>>;
}
