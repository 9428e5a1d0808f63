import type { MailMessage } from '#ports/mailer.ts';
import type { Brand } from './brand.ts';

/** A part of a mail; text and HTML are made from the same parts, so they never say different things. */
export type MailPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  /** One short thing to copy, with what it is. */
  | { readonly kind: 'code'; readonly title: string | null; readonly code: string }
  | { readonly kind: 'lines'; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] };

export interface MailRow {
  readonly label: string;
  readonly value: string;
  /** Sets a row off: the total. */
  readonly isStrong?: boolean;
  /** Sets a row back: what the total already contains. */
  readonly isQuiet?: boolean;
}

/** A mail as its template makes it, before it is laid out. */
export interface ComposedMail {
  readonly subject: string;
  readonly heading: string;
  /** The sentence that mail programs show behind the subject. */
  readonly preview: string;
  readonly parts: readonly MailPart[];
  readonly attachments: MailMessage['attachments'];
  readonly replyTo?: string;
  readonly unsubscribeUrl?: string;
}

/** What both layouts are made of. */
export interface MailBody extends Pick<ComposedMail, 'heading' | 'preview' | 'parts'> {
  readonly closing: string;
  /** Stands before the address of a link, for readers whose program shows no button. */
  readonly linkFallback: string;
  readonly brand: Brand;
  readonly locale: string;
}

/** Longest label that its value still stands beside, in characters. */
const labelWidth = 52;

/** The mail as plain text. */
export function layOutText({ heading, parts, closing, brand }: MailBody): string {
  const blocks = parts.map((part) => {
    switch (part.kind) {
      case 'paragraph':
        return part.text;
      case 'code':
        return [...(part.title === null ? [] : [part.title]), part.code].join('\n');
      case 'link':
        return `${part.text}:\n${part.url}`;
      case 'lines':
        return [part.title, ...part.lines].join('\n');
      case 'rows':
        return layOutRows(part.rows);
      default:
        return part satisfies never;
    }
  });
  return [heading, ...blocks, closing, ['-- ', brand.name, ...brand.company].join('\n')].join('\n\n');
}

/** Labels to the left, values to the right, as far as labels are short enough. */
function layOutRows(rows: readonly MailRow[]): string {
  const left = Math.min(labelWidth, Math.max(...rows.map(({ label }) => label.length)));
  const right = Math.max(...rows.map(({ value }) => value.length));
  return rows
    .map(({ label, value }) => {
      if (label.length <= left) return `${label.padEnd(left)}  ${value.padStart(right)}`;
      return `${label}\n${''.padEnd(left)}  ${value.padStart(right)}`;
    })
    .join('\n');
}
