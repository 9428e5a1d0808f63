/** An at sign: plain, full width, or encoded for URLs, xtext (mail servers), quoted-printable, HTML or JSON. */
const atSign = String.raw`(?:[@＠]|[%+=]40|&#0*64;|&#x0*40;|&commat;|\\u0040|\\x40)`;
const part = String.raw`[^\s<>"'(),:;]+`;
const address = new RegExp(String.raw`(?:"(?:\\.|[^"\\])*"|${part})${atSign}${part}`, 'giu');

/** Shorter names are not masked, because they would mask parts of other words. */
const shortestName = 3;

/** Maximum number of characters to keep; the rest of the text is cut off. */
const longest = 2_000;

/**
 * Masks e-mail addresses in a foreign text, for example an error of a mail server, so that it can be stored and logged
 * (docs/behaviour/mail.md#outbox). For `known` addresses the part before the at sign is also masked where it stands
 * alone.
 */
export function maskEmails(text: string, known: readonly string[] = []): string {
  const names = known
    .map((email) => email.slice(0, email.lastIndexOf('@')))
    .flatMap((name) => [name, name.replace(/(?<=.)\+.*/, ''), encodeURIComponent(name)])
    .filter(({ length }) => length >= shortestName)
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`));
  const masked = text.slice(0, longest).replaceAll(address, '…@…');
  if (names.length === 0) return masked;
  return masked.replaceAll(
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names.join('|')})(?![\p{L}\p{N}])`, 'giu'),
    '…',
  );
}
