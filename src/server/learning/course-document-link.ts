import type { Locale } from '#core/model/values.ts';
import { expiringToken, isExpiringToken } from '#server/platform/expiring-tokens.ts';

/** Lifetime of the link in milliseconds. A browser that follows a link cannot send the access token. */
const lifetime = 15 * 60_000;

interface Participation {
  /** Id of the course. */
  readonly course: string;
  /** Id of the user. */
  readonly learner: string;
}

/** The confirmation of participation, or the notes in a course. */
type LearnerDocument = 'confirmation' | 'notes';

/** Begins of their addresses. */
const paths = { confirmation: '/api/confirmations', notes: '/api/note-documents' } as const;

function subject(document: LearnerDocument, { course, learner }: Participation): string {
  return `${document}:${learner}:${course}`;
}

/** The address of a learner's document about a course, with its token. */
export function documentUrl(
  tokenSecret: string,
  document: LearnerDocument,
  { locale, now, ...of }: Participation & { readonly locale: Locale; readonly now: number },
): string {
  const token = expiringToken(tokenSecret, subject(document, of), now + lifetime);
  return `${paths[document]}/${of.course}?${new URLSearchParams({ learner: of.learner, locale, token })}`;
}

/** Whether a token opens the document now. */
export function opensDocument(
  tokenSecret: string,
  document: LearnerDocument,
  { token, now, ...of }: Participation & { readonly token: string; readonly now: number },
): boolean {
  return isExpiringToken(tokenSecret, subject(document, of), token, now);
}
