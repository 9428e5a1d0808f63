import type { Selectable } from 'kysely';
import type { PostalAddress } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { OrderLine } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { hoursAndMinutes } from '#core/rules/basics/durations.ts';
import { cents } from '#core/rules/basics/money.ts';
import { pricePeriod } from '#core/rules/catalogue/price-period.ts';
import { offersEarlyStart } from '#core/rules/consumer-rights/consumer-rights.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { deliveryTimeTo } from '#core/rules/orders/delivery.ts';
import { type FactContext, orderFacts } from '#core/rules/orders/order-facts.ts';
import { carrierName, expectedDelivery } from '#core/rules/orders/parcel-tracking.ts';
import { orderParcels, toGoods } from '#server/orders/delivery/parcels.ts';
import type { Database } from '#server/platform/database/schema.ts';
import {
  addressLines,
  type ComposedMail,
  type MailPart,
  type MailRow,
} from '#server/platform/outbox/mail-layout.ts';
import type { MailFacts } from '#server/platform/outbox/mail-templates.ts';
import {
  fill,
  formatAmount,
  formatDay,
  formatVatRate,
  type LocaleMailTexts,
} from '#server/platform/outbox/mail-texts.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { issueConfirmationText, readConfirmedOrder } from './confirmation-text.ts';
import { tokenPlace } from './letters.ts';
import { type IssuedCode, issueOrderPdfs, type OrderMailNeeds } from './mail-attachments.ts';
import { orderPicture } from './mail-picture.ts';
import { orderLink, orderLinkNotes } from './order-link.ts';

type Money = (amount: number) => string;

/**
 * Composes the confirmation of a paid order: lines, amounts, gift and voucher codes; with invoice, requested gift
 * sheets, and the accepted terms and withdrawal instructions as PDFs.
 */
export async function composeOrderMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { documents, words, ...mail } = await composeConfirmation(needs, orderId);
  // The stored text, if the confirmation was downloaded before.
  const issued = await issueConfirmationText(needs, orderId, async () => words);
  return {
    ...mail,
    lead: issued.lead,
    parts: issued.parts,
    notes: [paragraph(issued.enclosed), ...issued.notes],
    attachments: await issueOrderPdfs(needs, documents),
  };
}

/** Returns the text of the downloaded confirmation of a paid order: the same as in its mail. */
export async function readConfirmation(needs: OrderMailNeeds, orderId: string) {
  const { title, accepted, brand, ...words } = await issueConfirmationText(needs, orderId, async () => {
    const composed = await composeConfirmation({ ...needs, orderToken: () => tokenPlace }, orderId);
    return composed.words;
  });
  const parts = [...words.lead.map(paragraph), ...words.parts, paragraph(words.contained), ...words.notes];
  return { title, parts, accepted, brand };
}

/**
 * Composes the confirmation of a paid order without attachments, and the data to draw them. A mail has the invoice and
 * the legal pages attached; a download contains the legal pages only.
 */
async function composeConfirmation(needs: OrderMailNeeds, orderId: string) {
  const { siteUrl, texts, brand, locale } = needs;
  const { order, invoice, lines, codes } = await readConfirmedOrder(needs, orderId);
  const facts = invoice.facts as InvoiceFacts;
  const money: Money = (amount) => formatAmount(amount, locale);
  const templates = { order: texts.order, gift: texts.gift, subscription: texts.subscription };
  const { subject } = templates[order.template as keyof typeof templates];

  const shippingAddress = order.shipping_address as PostalAddress | null;
  const country = shippingAddress?.country ?? null;
  const deliveryTime = deliveryTimeTo(
    {
      delivery_time: needs.brand.delivery_time[locale],
      delivery_times: needs.brand.delivery_times?.[locale],
    },
    country,
  );
  const expected = expectedDelivery(needs.brand.delivery_days ?? {}, country, facts.day);
  const lead = [
    greet(texts, facts.address ?? facts.contact ?? null),
    fill(texts.order.intro, { code: order.code, day: formatDay(facts.day, locale) }),
  ];
  const parts: readonly MailPart[] = [
    ...codes.map((issued) => codePart(issued, needs, money)),
    { kind: 'rows', rows: orderRows(facts, order.coupon_code, needs, money) },
    ...lines.map((line) => factsPart(line, facts, { deliveryTime, expected }, needs)),
    ...(lines.some((line) => line.is_shipped) ? shippingParts(shippingAddress, deliveryTime, needs) : []),
    ...paragraphIf(order.is_new_account, texts.order.account_note),
    ...paragraphIf(
      lines.some((line) => line.kind === 'course'),
      texts.order.courses_note,
    ),
  ];
  const notes = confirmationNotes(
    needs,
    order,
    lines.map(({ kind }) => kind as ProductKind),
  );
  const accepted = order.accepted_versions as Readonly<Record<string, string>>;
  return {
    subject: fill(subject, { code: order.code, shop: brand.name }),
    heading: texts.order.heading,
    preview: fill(texts.order.preview, { code: order.code, total: money(facts.total) }),
    picture: await orderPicture(needs, orderId),
    action: lines.some(({ kind }) => ['course', 'membership', 'subscription'].includes(kind))
      ? { text: texts.order.courses_link, url: `${siteUrl}/${locale}/profil/master` }
      : orderLink(needs, order),
    documents: { invoice, codes, accepted },
    words: {
      title: texts.order.heading,
      lead,
      parts,
      enclosed: fill(texts.order.enclosed, { invoice: invoice.number }),
      contained: fill(texts.order.contained, { invoice: invoice.number }),
      notes,
      accepted,
      brand,
    },
  };
}

/** Returns legally required notes, and notes for guests. */
function confirmationNotes(
  needs: OrderMailNeeds,
  order: Selectable<Database['orders']>,
  kinds: readonly ProductKind[],
): readonly MailPart[] {
  const { order: words } = needs.texts;
  const isEarly = order.early_start_requested_at !== null;
  return [
    ...paragraphIf(order.waiver_accepted_at !== null, words.waiver_note),
    ...paragraphIf(order.code_waiver_accepted_at !== null, words.code_waiver_note),
    ...paragraphIf(isEarly, words.early_start_note),
    ...paragraphIf(!isEarly && offersEarlyStart(kinds), words.later_start_note),
    ...orderLinkNotes(needs, order),
    ...paragraphIf(order.user_id === null, fill(words.no_account_note, { page: registration(needs) })),
  ];
}

/** Returns the URL of the registration page. */
function registration({ siteUrl, locale }: OrderMailNeeds): string {
  return `${siteUrl}/${locale}/auth/login?tab=register`;
}

interface ConfirmedLine extends Pick<OrderLine, 'subtitle' | 'lesson_count' | 'length_seconds'> {
  readonly kind: string;
  readonly title: string;
  readonly quantity: number;
  readonly price_cents: number;
  readonly discount_cents: number;
  readonly custom_properties: unknown;
}

/** Repeats the facts shown above the order button (docs/behaviour/consumer-rights.md#facts-above-the-order-button). */
function factsPart(
  { price_cents, discount_cents, ...line }: ConfirmedLine,
  { day, shipping }: InvoiceFacts,
  times: Pick<FactContext, 'deliveryTime' | 'expected'>,
  { texts, locale }: OrderMailNeeds,
): MailPart {
  const facts = orderFacts(
    {
      ...line,
      kind: line.kind as ProductKind,
      price: cents(price_cents),
      discount: cents(discount_cents),
      custom_properties: line.custom_properties as CustomProperties,
    },
    {
      today: day,
      shipping: cents(shipping),
      ...times,
      money: (amount) => formatAmount(amount, locale),
      day: (written) => formatDay(written, locale),
      length: (seconds) => {
        const { hours, minutes } = hoursAndMinutes(seconds);
        return fill(texts.length, { hours: String(hours), minutes: String(minutes) });
      },
    },
  );
  return {
    kind: 'lines',
    title: line.title,
    lines: facts.map(({ key, values }) => fill(texts.facts[key], values)),
  };
}

function greet(texts: LocaleMailTexts, buyer: Pick<PostalAddress, 'firstname' | 'lastname'> | null): string {
  if (buyer === null) return texts.greeting_plain;
  return fill(texts.greeting, { name: `${buyer.firstname} ${buyer.lastname}` });
}

function paragraph(text: string): MailPart {
  return { kind: 'paragraph', text };
}

function paragraphIf(condition: boolean, text: string): readonly MailPart[] {
  return condition ? [paragraph(text)] : [];
}

function orderRows(
  facts: InvoiceFacts,
  couponCode: string | null,
  { texts: { order }, locale }: OrderMailNeeds,
  money: Money,
): readonly MailRow[] {
  const subtotal = facts.lines.reduce((sum, line) => sum + line.price, 0);
  const discount = couponCode === null ? order.discount_plain : fill(order.discount, { code: couponCode });
  const hasSums = facts.discount > 0 || facts.shipping > 0 || (facts.promotional ?? 0) > 0;
  return [
    ...facts.lines.map(({ kind, quantity, title, recipient, price }) => {
      const period = pricePeriod(kind);
      return {
        label: `${quantity} × ${recipient === undefined ? title : fill(order.item_for, { title, recipient })}`,
        value: period === null ? money(price) : fill(order[`per_${period}`], { price: money(price) }),
      };
    }),
    ...(hasSums ? [{ label: order.subtotal, value: money(subtotal) }] : []),
    ...discountRows(facts, { bundle: order.bundle, rest: discount }, money),
    ...(facts.shipping > 0 ? [{ label: order.shipping, value: money(facts.shipping) }] : []),
    ...promotionalRows(facts.promotional ?? 0, order.promotional, money),
    { label: order.total, value: money(facts.total), isStrong: true },
    ...facts.vat_shares
      .filter((share) => share.vat > 0)
      .map((share) => ({
        label: fill(order.vat, { rate: formatVatRate(share.rate, locale) }),
        value: money(share.vat),
        isQuiet: true,
      })),
    ...(facts.credit > 0 ? [{ label: order.credit, value: money(-facts.credit) }] : []),
  ];
}

/** Returns one row per bundle offer, and one for the rest of the discount, which is the coupon's. */
export function discountRows(
  { discount, bundle_discounts = [] }: Pick<InvoiceFacts, 'discount' | 'bundle_discounts'>,
  labels: { readonly bundle: string; readonly rest: string },
  money: Money,
): readonly MailRow[] {
  const rest = bundle_discounts.reduce((left, { amount }) => left - amount, discount);
  return [
    ...bundle_discounts.map(({ title, amount }) => ({
      label: fill(labels.bundle, { title }),
      value: money(-amount),
    })),
    ...(rest > 0 ? [{ label: labels.rest, value: money(-rest) }] : []),
  ];
}

/** Returns a row for the promotional credit used; empty without one. */
export function promotionalRows(amount: number, label: string, money: Money): readonly MailRow[] {
  return amount > 0 ? [{ label, value: money(-amount) }] : [];
}

/** Describes a code for the buyer. For a code sent to another person, it says only where and when it is sent. */
function codePart(issued: IssuedCode, { texts, locale }: OrderMailNeeds, money: Money): MailPart {
  const { order } = texts;
  const { kind, code, delivery, deliver_on, recipient_name, recipient_email } = issued;
  const title =
    recipient_name === null
      ? issued.title
      : fill(order.item_for, { title: issued.title, recipient: recipient_name });
  if (delivery === 'parcel') return { kind: 'paragraph', text: fill(order.code_parcel, { title }) };
  if (delivery === 'email') {
    const recipient = shownEmail(recipient_email ?? '');
    const text =
      deliver_on === null
        ? fill(order.code_sent, { title, recipient })
        : fill(order.code_sent_later, { title, recipient, day: formatDay(deliver_on, locale) });
    return { kind: 'paragraph', text };
  }
  const words =
    kind === 'voucher'
      ? fill(order.code_value, { title, value: money(issued.initial_cents) })
      : fill(order.code_title, { title });
  return { kind: 'code', title: words, code: formatCode(code) };
}

function shippingParts(
  address: PostalAddress | null,
  deliveryTime: string,
  { texts, locale }: OrderMailNeeds,
): readonly MailPart[] {
  return [
    ...(address === null
      ? []
      : [{ kind: 'lines' as const, title: texts.order.ship_to, lines: addressLines(address, locale) }]),
    { kind: 'paragraph', text: fill(texts.order.shipping_note, { time: deliveryTime }) },
  ];
}

/** Composes the shipping notice of a parcel: tracking code, content and address. */
export async function composeShippedMail(
  needs: OrderMailNeeds,
  { order_id, parcel_id, share }: MailFacts['shipped'],
): Promise<ComposedMail> {
  const { db, texts, locale } = needs;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'user_id', 'code', 'fulfilment', 'billing_address', 'shipping_address'])
    .select(orderParcels.as('parcels'))
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  const { parcels } = toGoods({ ...order, locale });
  // Mails queued by an earlier version, which shipped orders as a whole, name no parcel.
  const parcel = parcels.find(({ id }) => id === parcel_id) ?? parcels[0];
  const { code } = order;
  const { carrier, tracking_code, tracking_url, lines } = parcel ?? unknownParcel;
  const words = texts.shipped;
  const address = order.shipping_address as PostalAddress | null;
  // Greets the buyer: the parcel may go to another person.
  const buyer = (order.billing_address as PostalAddress | null) ?? address;
  const greeting =
    buyer === null
      ? texts.greeting_plain
      : fill(texts.greeting, { name: `${buyer.firstname} ${buyer.lastname}` });
  const name = carrier === null ? null : carrierName(carrier);
  return {
    subject: fill(share === 'part' ? words.subject_part : words.subject, { code }),
    heading: words.heading,
    preview:
      tracking_code === null
        ? lines.map(({ title }) => title).join(', ')
        : name === null
          ? fill(words.preview, { tracking: tracking_code })
          : fill(words.preview_with, { carrier: name, tracking: tracking_code }),
    picture: await orderPicture(needs, order_id, { isShipped: true }),
    lead: [
      greeting,
      [
        fill(words[share === 'part' ? 'intro_part' : share === 'last' ? 'intro_last' : 'intro'], { code }),
        ...(tracking_code === null ? [] : [words.follow_note]),
      ].join(' '),
    ],
    action: tracking_url === null ? orderLink(needs, order) : { text: words.follow, url: tracking_url },
    parts: [
      ...(tracking_code === null
        ? []
        : [
            {
              kind: 'code' as const,
              title: name === null ? words.tracking : fill(words.tracking_with, { carrier: name }),
              code: tracking_code,
            },
          ]),
      {
        kind: 'rows',
        rows: lines.map(({ title, quantity }) => ({ label: title, value: `${quantity} ×` })),
      },
      ...(address === null
        ? []
        : [{ kind: 'lines' as const, title: texts.order.ship_to, lines: addressLines(address, locale) }]),
      ...(tracking_url === null ? [] : [{ kind: 'link' as const, ...orderLink(needs, order) }]),
    ],
    notes: [
      {
        kind: 'paragraph',
        text: share === 'part' || share === 'last' ? words.afterwards_parts : words.afterwards,
      },
      ...orderLinkNotes(needs, order),
    ],
    attachments: [],
  };
}

const unknownParcel = { carrier: null, tracking_code: null, tracking_url: null, lines: [] } as const;
