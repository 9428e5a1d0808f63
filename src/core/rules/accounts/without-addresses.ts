/** An at sign as it is, full width, or as URLs, mail servers (xtext), quoted-printable, HTML and JSON write it. */
const atSign = String.raw`(?:[@＠]|[%+=]40|&#0*64;|&#x0*40;|&commat;|\\u0040|\\x40)`;
const part = String.raw`[^\s<>"'(),:;]+`;
const address = new RegExp(String.raw`(?:"(?:\\.|[^"\\])*"|${part})${atSign}${part}`, 'giu');

/** Shorter names would hide words. */
const shortestName = 3;

/** Characters that are looked at; what comes after them is left out. */
const longest = 2_000;

/**
 * A text of somebody else, for example what a mail server said, without e-mail addresses, so that it can be stored and
 * logged (docs/behaviour/mail.md#outbox). Of those that are known, what stands before the at sign goes also where it
 * stands alone.
 */
export function withoutAddresses(text: string, known: readonly string[] = []): string {
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
