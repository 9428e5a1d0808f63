/** A parsed mail, as a mail program displays it. */
export interface ReadMail {
  /** Header values by lower-case name, with folded lines joined and encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly type: string;
    readonly content: Buffer;
    /** Set for a picture that is shown in the HTML. */
    readonly contentId?: string;
  }[];
}

interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Parses a raw mail (RFC 5322, MIME). Throws for unknown encodings. */
export function readMime(raw: string): ReadMail {
  const whole = readPart(raw.replaceAll('\r\n', '\n'));
  const leaves = leavesOf(whole);
  const attachments = leaves.filter(({ headers }) =>
    /^(?:attachment|inline)/.test(headers['content-disposition'] ?? ''),
  );
  const bodies = leaves.filter((leaf) => !attachments.includes(leaf));
  const body = (type: string) => bodies.find(({ headers }) => headers['content-type']?.startsWith(type));
  return {
    headers: whole.headers,
    text: decode(body('text/plain')).toString('utf8'),
    html: decode(body('text/html')).toString('utf8'),
    attachments: attachments.map((part) => {
      const contentId = /^<(.*)>$/.exec(part.headers['content-id'] ?? '')?.[1];
      return {
        filename: parameter(part.headers['content-disposition'], 'filename') ?? '',
        type: (part.headers['content-type'] ?? '').split(';')[0] ?? '',
        content: decode(part),
        ...(contentId === undefined ? {} : { contentId }),
      };
    }),
  };
}

function readPart(raw: string): Part {
  const end = raw.indexOf('\n\n');
  const headers: Record<string, string> = {};
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    headers[name.toLowerCase()] = decodeWords(value);
  }
  return { headers, body: raw.slice(end + 2) };
}

function leavesOf(part: Part): readonly Part[] {
  const type = part.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) return [part];
  const boundary = parameter(type, 'boundary') ?? '';
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((inner) => leavesOf(readPart(inner.replace(/^\n/, '').replace(/\n$/, ''))));
}

function decode(part: Part | undefined): Buffer {
  if (part === undefined) return Buffer.alloc(0);
  const encoding = (part.headers['content-transfer-encoding'] ?? '7bit').toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body, 'base64');
  if (encoding === 'quoted-printable') return decodeQuoted(part.body.replaceAll('=\n', ''));
  if (encoding === '7bit') return Buffer.from(part.body);
  throw new Error(`The encoding ${encoding} is not supported`);
}

function decodeQuoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/**
 * Decodes encoded words: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. Removes the spaces between two encoded words.
 */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')).toString('utf8'),
    );
}

/** Reads a parameter, also one that is encoded and in several pieces (RFC 2231 §3, §4). */
function parameter(header: string | undefined, name: string): string | undefined {
  const pieces = [...(header ?? '').matchAll(new RegExp(`;\\s*${name}\\*\\d+\\*?=([^;\\s]*)`, 'g'))];
  if (pieces.length > 0)
    return decodeURIComponent(
      pieces
        .map(([, piece]) => piece)
        .join('')
        .replace(/^utf-8''/i, ''),
    );
  const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`).exec(header ?? '') ?? [];
  return quoted ?? bare;
}
