import type { Locale } from '#core/model/values.ts';
import { expiringToken, isExpiringToken } from '#server/expiring-tokens.ts';

/** Lifetime of the link in milliseconds. A browser that follows a link cannot send the access token. */
const lifetime = 15 * 60_000;

interface Participation {
  /** Id of the course. */
  readonly course: string;
  /** Id of the user. */
  readonly learner: string;
}

function subject({ course, learner }: Participation): string {
  return `confirmation:${learner}:${course}`;
}

/** The address of a learner's confirmation of participation, with its token. */
export function confirmationUrl(
  tokenSecret: string,
  { locale, ...of }: Participation & { readonly locale: Locale },
  now: number,
): string {
  const token = expiringToken(tokenSecret, subject(of), now + lifetime);
  return `/api/confirmations/${of.course}?${new URLSearchParams({ learner: of.learner, locale, token })}`;
}

/** Whether a token opens the confirmation now. */
export function opensConfirmation(
  tokenSecret: string,
  of: Participation,
  token: string,
  now: number,
): boolean {
  return isExpiringToken(tokenSecret, subject(of), token, now);
}
