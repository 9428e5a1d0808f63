import type { Kysely } from 'kysely';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { ShopFacts } from '#core/model/content.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type { MailMessage } from '#ports/mailer.ts';
import type { Database } from '#server/database/schema.ts';
import { escapeHtml } from '#server/escape-html.ts';

/** A part of a mail; text and HTML are made from the same parts, so they always match. */
export type MailPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  /** A code to copy, with its label. */
  | { readonly kind: 'code'; readonly title: string | null; readonly code: string }
  | { readonly kind: 'lines'; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] };

export interface MailRow {
  readonly label: string;
  readonly value: string;
  /** Emphasised: the total. */
  readonly isStrong?: boolean;
  /** Muted: an amount that the total already includes. */
  readonly isQuiet?: boolean;
}

/** A composed mail before its layout. */
export interface ComposedMail {
  readonly subject: string;
  readonly heading: string;
  /** Preview text that mail programs show after the subject. */
  readonly preview: string;
  readonly parts: readonly MailPart[];
  readonly attachments: MailMessage['attachments'];
  readonly replyTo?: string;
  readonly unsubscribeUrl?: string;
}

interface MailBody extends Pick<ComposedMail, 'heading' | 'preview' | 'parts'> {
  readonly closing: string;
  /** Text before the URL of a link, for mail programs that show no button. */
  readonly linkFallback: string;
  readonly brand: Brand;
  readonly locale: string;
}

/** Longest label, in characters, that stays on one line with its value. */
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

/** Labels left, values right, where labels are short enough. */
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

/** Colours as literals, because mail programs do not support CSS variables. */
const colours = {
  ink: '#14110d',
  paper: '#f6f1e7',
  sheet: '#fffcf5',
  deep: '#ebe3d3',
  muted: '#5c5343',
  gold: '#ba8904',
  goldLight: '#e3b94f',
  goldText: '#76560a',
} as const;

const serif = "Fraunces,Georgia,'Times New Roman',serif";
const sans = "Inter,'Helvetica Neue',Arial,sans-serif";
const mono = "'SF Mono',Consolas,Menlo,monospace";

/**
 * The mail as HTML for mail programs: tables, inline styles, no picture files and no external content, so it cannot track
 * readers.
 */
export function layOutHtml(body: MailBody): string {
  const { heading, preview, parts, closing, brand, locale } = body;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.paper};color:${colours.ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${layoutTable(`background:${colours.paper}`)}<tr><td align="center" style="padding:24px 12px">
${layoutTable('max-width:600px;text-align:left')}
<tr><td style="padding:20px 32px;background:${colours.ink};border-bottom:3px solid ${colours.gold};font:22px/1.3 ${serif};color:${colours.paper}">${escapeHtml(brand.name)}${soundingString()}</td></tr>
<tr><td style="padding:32px;background:${colours.sheet};font:16px/1.6 ${sans};color:${colours.ink}">
<h1 style="margin:0 0 20px;font:normal 30px/1.2 ${serif}">${escapeHtml(heading)}</h1>
${parts.map((part) => partHtml(part, body)).join('\n')}
<p style="margin:28px 0 0">${escapeHtml(closing)}</p>
</td></tr>
<tr><td style="padding:20px 32px;font:13px/1.6 ${sans};color:${colours.muted}">${brand.company.map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table>
</body>
</html>
`;
}

/** Strokes of the drawing, its bellies, and its height in pixels. */
const drawing = { strokes: 73, bellies: 3, height: 44 } as const;

/**
 * The drawing at the head of a mail: a string that sounds, as vertical strokes in the cells of a table. Made of nothing
 * but table cells and borders, because mail programs hide pictures until asked; where those are ignored, too, it is an
 * empty line.
 */
function soundingString(): string {
  const cells = Array.from({ length: drawing.strokes }, (_, stroke) => {
    const swing = Math.abs(Math.sin((Math.PI * drawing.bellies * stroke) / (drawing.strokes - 1)));
    const height = Math.round(2 + (drawing.height - 2) * swing);
    const colour = stroke % 4 === 0 ? colours.goldLight : colours.gold;
    return `<td valign="middle"><div style="width:0;height:${height}px;border-left:1px solid ${colour}"></div></td>`;
  });
  return `<div aria-hidden="true" style="margin:14px 0 2px;font-size:0;line-height:0">${layoutTable('')}<tr height="${drawing.height}">${cells.join('')}</tr></table></div>`;
}

/** Opens a table used for layout only. */
function layoutTable(style: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">`;
}

function partHtml(part: MailPart, { linkFallback }: MailBody): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`;
    case 'code':
      return `${part.title === null ? '' : `<p style="margin:24px 0 8px">${escapeHtml(part.title)}</p>`}
<p style="margin:0 0 20px;padding:14px 20px;background:${colours.paper};border:1px dashed ${colours.gold};font:bold 24px/1.3 ${mono};letter-spacing:2px">${escapeHtml(part.code)}</p>`;
    case 'link':
      return `<p style="margin:24px 0 12px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:14px 28px;background:${colours.gold};color:${colours.ink};font:600 16px/1.2 ${sans};text-decoration:none;border-radius:4px">${escapeHtml(part.text)}</a></p>
<p style="margin:0 0 20px;font-size:13px;color:${colours.muted};word-break:break-all">${escapeHtml(linkFallback)}<br><a href="${escapeHtml(part.url)}" style="color:${colours.goldText}">${escapeHtml(part.url)}</a></p>`;
    case 'lines':
      return `<p style="margin:20px 0 16px"><span style="color:${colours.muted}">${escapeHtml(part.title)}</span><br>${part.lines.map(escapeHtml).join('<br>')}</p>`;
    case 'rows':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;border-collapse:collapse">${part.rows.map(rowHtml).join('')}</table>`;
    default:
      return part satisfies never;
  }
}

function rowHtml({ label, value, isStrong = false, isQuiet = false }: MailRow): string {
  const weight = isStrong ? '600' : 'normal';
  const look = isQuiet
    ? `padding:4px 0;font:${weight} 14px/1.5 ${sans};color:${colours.muted}`
    : `padding:10px 0;border-bottom:1px solid ${colours.deep};font:${weight} 16px/1.5 ${sans}`;
  return `<tr><th scope="row" align="left" style="${look}">${escapeHtml(label)}</th><td align="right" valign="bottom" style="${look};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

/** Data about the shop in mails and invoices. */
export interface Brand {
  readonly name: string;
  /** Company, address, contact and register, line by line. */
  readonly company: readonly string[];
  readonly vat_id: string;
  /** For example `Meisterhand <post@meisterhand.example>`. */
  readonly sender: string;
  /** Address for customer messages, for example `hilfe@meisterhand.example`. */
  readonly support: string;
  /** Delivery time as text, for all countries. */
  readonly delivery_time: Localized<string>;
  /** The same by country; absent in content loaded by an older version. */
  readonly delivery_times?: Localized<Readonly<Record<string, string>> | undefined>;
  /** Working days until a parcel arrives, by country; absent in content loaded by an older version. */
  readonly delivery_days?: ShopFacts['delivery_days'] | undefined;
}

/** A postal address, or name and country, as lines; the country name in `locale`. */
export function addressLines(buyer: PostalAddress | BillingContact, locale: Locale): readonly string[] {
  const name = `${buyer.firstname} ${buyer.lastname}`;
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(buyer.country) ?? buyer.country;
  if (!('street' in buyer)) return [name, country];
  return [
    ...(buyer.company === null ? [] : [buyer.company]),
    name,
    `${buyer.street} ${buyer.house_number}`,
    `${buyer.postal_code} ${buyer.city}`,
    country,
  ];
}

/**
 * The shop's data from the content files.
 * @throws Error before the content files are loaded: mails wait in the outbox until then.
 */
export async function readBrand(db: Kysely<Database>): Promise<Brand> {
  const rows = await db
    .selectFrom('contents')
    .select(['key', 'value'])
    .where('key', 'in', ['brand', 'shop'])
    .execute();
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  if (stored.brand === undefined || stored.shop === undefined) {
    throw new Error('The content files are not loaded yet: run `npm run content`');
  }
  const facts = stored.shop as Localized<
    Pick<ShopFacts, 'delivery_time'> & Partial<Pick<ShopFacts, 'delivery_times' | 'delivery_days'>>
  >;
  return {
    ...(stored.brand as Omit<Brand, 'delivery_time' | 'delivery_times' | 'delivery_days'>),
    delivery_time: { de: facts.de.delivery_time, en: facts.en.delivery_time },
    delivery_times: { de: facts.de.delivery_times, en: facts.en.delivery_times },
    delivery_days: facts.de.delivery_days,
  };
}
