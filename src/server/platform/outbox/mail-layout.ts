import { type Kysely, sql } from 'kysely';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { ShopFacts } from '#core/model/content.ts';
import type { Locale, Localized } from '#core/model/values.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { StoredDocument } from '#server/platform/documents/stored-documents.ts';

/**
 * A part of a mail; text and HTML are made from the same parts, so they always match. A `link` is text, not a button.
 */
export type MailPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  | ({ readonly kind: 'link' } & MailLink)
  /** A code to copy, with its label. */
  | { readonly kind: 'code'; readonly title: string; readonly code: string }
  | { readonly kind: 'lines'; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] };

export interface MailLink {
  readonly text: string;
  readonly url: string;
}

export interface MailRow {
  readonly label: string;
  readonly value: string;
  /** Emphasised: the total. */
  readonly isStrong?: boolean;
  /** Muted: an amount that the total already includes. */
  readonly isQuiet?: boolean;
}

/** Picture of the subject of a mail; it is attached, so that nothing is loaded when the mail is read. */
export interface MailPicture {
  /** Name in `content/pictures`. */
  readonly name: string;
  readonly alt: string;
}

/**
 * A composed mail before its layout, in reading order: picture, heading, lead, button, details and small print
 * (docs/behaviour/mail.md#layout-of-mails).
 */
export interface ComposedMail {
  readonly subject: string;
  readonly heading: string;
  /** Preview text that mail programs show after the subject. */
  readonly preview: string;
  readonly picture?: MailPicture | null;
  /** Greeting and main message, a paragraph each. */
  readonly lead: readonly string[];
  /** The code, if the mail has no other purpose. */
  readonly code?: string;
  /** The only button. */
  readonly action?: MailLink | null;
  readonly parts: readonly MailPart[];
  /** Texts required by law, and other notes that need no action. */
  readonly notes?: readonly MailPart[];
  readonly attachments: readonly StoredDocument[];
  readonly replyTo?: string;
  readonly unsubscribeUrl?: string;
}

/** Input of the text and HTML layouts. */
export interface MailBody
  extends Pick<ComposedMail, 'heading' | 'preview' | 'lead' | 'code' | 'action' | 'parts' | 'notes'> {
  readonly picture: ShownPicture | null;
  readonly closing: string;
  /** Text before the URL of the button, for mail programs that show no button. */
  readonly linkFallback: string;
  readonly brand: Pick<Brand, 'name' | 'company'>;
  readonly locale: string;
}

/** A drawing that is attached to the mail under a content id (RFC 2392); sizes in CSS pixels. */
export interface ShownPicture extends Pick<MailPicture, 'alt'> {
  readonly contentId: string;
  readonly width: number;
  readonly height: number;
}

/** Longest label, in characters, that stays on one line with its value. */
const labelWidth = 52;

/** Renders a mail as plain text. */
export function layOutText({
  heading,
  lead,
  code,
  action,
  parts,
  notes = [],
  closing,
  brand,
}: MailBody): string {
  return [
    `${heading}\n${'='.repeat(heading.length)}`,
    ...lead,
    ...(code === undefined ? [] : [code]),
    ...(action ? [linkText(action)] : []),
    ...parts.map(partText),
    closing,
    ...(notes.length > 0 ? ['- - -', ...notes.map(partText)] : []),
    ['-- ', brand.name, ...brand.company].join('\n'),
  ].join('\n\n');
}

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text;
    case 'code':
      return `${part.title}\n${part.code}`;
    case 'link':
      return linkText(part);
    case 'lines':
      return [part.title, ...part.lines].join('\n');
    case 'rows':
      return layOutRows(part.rows);
    default:
      return part satisfies never;
  }
}

function linkText({ text, url }: MailLink): string {
  return `${text}:\n${url}`;
}

/** Aligns labels left and values right; a long label gets a line of its own. */
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
  /** Delivery time as text, by country; absent in content loaded by an older version. */
  readonly delivery_times?: Localized<Readonly<Record<string, string>> | undefined>;
  /** Working days until a parcel arrives, by country; absent in content loaded by an older version. */
  readonly delivery_days?: ShopFacts['delivery_days'] | undefined;
}

/** Formats a postal address, or name and country, as lines; the country name in `locale`. */
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
 * Reads the published shop data.
 * @throws Error before the content files are loaded: mails wait in the outbox until then.
 */
export async function readBrand(db: Kysely<Database>): Promise<Brand> {
  const { stored } = await db.selectNoFrom([selectBrand().as('stored')]).executeTakeFirstOrThrow();
  return toBrand(stored);
}

type StoredBrand = Readonly<Record<string, unknown>>;

/** Selects the input of `toBrand` as a column of another query. */
export function selectBrand() {
  return sql<StoredBrand>`(
    select coalesce(json_object_agg(key, value), '{}') from contents where key in ('brand', 'shop')
  )`;
}

/** @throws Error when the content files are not loaded. */
export function toBrand(stored: StoredBrand): Brand {
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
