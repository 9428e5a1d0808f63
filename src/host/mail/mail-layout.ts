import type { MailMessage } from '#host/ports/mailer.ts';
import type { Brand } from './brand.ts';

/** A part of a mail; text and HTML are made from the same parts, so they never say different things. */
export type MailPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  /** One short thing to copy: a code. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] };

interface MailRow {
  readonly label: string;
  readonly value: string;
  /** Sets a row off: the total. */
  readonly isStrong?: boolean;
}

/** A mail as its template makes it, before it is laid out. */
export interface ComposedMail {
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly MailPart[];
  readonly attachments: MailMessage['attachments'];
}

interface MailBody {
  readonly heading: string;
  readonly parts: readonly MailPart[];
  readonly closing: string;
  readonly brand: Brand;
  readonly locale: string;
}

/** The mail as plain text. */
export function layOutText({ heading, parts, closing, brand }: MailBody): string {
  const blocks = parts.map((part) => {
    switch (part.kind) {
      case 'paragraph':
      case 'code':
        return part.text;
      case 'link':
        return `${part.text}:\n${part.url}`;
      case 'rows':
        return part.rows.map((row) => `${row.label}  ${row.value}`).join('\n');
      default:
        return part satisfies never;
    }
  });
  return [heading, ...blocks, closing, '-- ', brand.company.join('\n')].join('\n\n');
}

/** The mail as HTML for mail programs: tables and inline styles, no picture, no address that counts readers. */
export function layOutHtml({ heading, parts, closing, brand, locale }: MailBody): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:#f6f1e7;color:#14110d;font:16px/1.6 Georgia,serif">
<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:600px;text-align:left">
<tr><td style="padding-bottom:24px;font-size:20px;border-bottom:1px solid #c9bfae">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:24px 0"><h1 style="font-size:28px;line-height:1.2;font-weight:normal">${escapeHtml(heading)}</h1>
${parts.map(partHtml).join('\n')}
<p>${escapeHtml(closing)}</p></td></tr>
<tr><td style="padding-top:16px;border-top:1px solid #c9bfae;font:13px/1.5 Arial,sans-serif;color:#5c5343">
${brand.company.map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`;
}

function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p>${escapeHtml(part.text).replaceAll('\n', '<br>')}</p>`;
    case 'code':
      return `<p style="font:bold 24px/1.4 monospace;letter-spacing:2px">${escapeHtml(part.text)}</p>`;
    case 'link':
      return `<p><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:14px 24px;background:#ba8904;color:#14110d;font:bold 16px Arial,sans-serif;text-decoration:none;border-radius:4px">${escapeHtml(part.text)}</a></p>`;
    case 'rows':
      return `<table width="100%" style="border-collapse:collapse">${part.rows.map(rowHtml).join('')}</table>`;
    default:
      return part satisfies never;
  }
}

function rowHtml({ label, value, isStrong = false }: MailRow): string {
  const style = `padding:8px 0;border-bottom:1px solid #ebe3d3;${isStrong ? 'font-weight:bold;' : ''}`;
  return `<tr><td style="${style}">${escapeHtml(label)}</td><td style="${style}text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

/** Makes a text safe to stand in HTML, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
