import type { Locale } from '#core/model/values.ts';
import { expiringToken, isExpiringToken } from '#server/platform/expiring-tokens.ts';

/** Lifetime of the link in milliseconds. It needs a token of its own, because a followed link sends no access token. */
const lifetime = 15 * 60_000;

interface Participation {
  /** Id of the course. */
  readonly course: string;
  /** Id of the user. */
  readonly learner: string;
}

/** Confirmation of participation, or the notes in a course. */
type LearnerDocument = 'confirmation' | 'notes';

/** Path prefixes of the documents. */
const paths = { confirmation: '/api/confirmations', notes: '/api/note-documents' } as const;

function subject(document: LearnerDocument, { course, learner }: Participation): string {
  return `${document}:${learner}:${course}`;
}

/** Returns the URL of a learner's document about a course, with its token. */
export function documentUrl(
  tokenSecret: string,
  document: LearnerDocument,
  { locale, now, ...of }: Participation & { readonly locale: Locale; readonly now: number },
): string {
  const token = expiringToken(tokenSecret, subject(document, of), now + lifetime);
  return `${paths[document]}/${of.course}?${new URLSearchParams({ learner: of.learner, locale, token })}`;
}

/** Returns whether a token is valid for the document now. */
export function isDocumentTokenValid(
  tokenSecret: string,
  document: LearnerDocument,
  { token, now, ...of }: Participation & { readonly token: string; readonly now: number },
): boolean {
  return isExpiringToken(tokenSecret, subject(document, of), token, now);
}
