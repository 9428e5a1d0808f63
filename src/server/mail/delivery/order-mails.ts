import type { Kysely } from 'kysely';
import type { PostalAddress } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { OrderLine } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import { hoursAndMinutes } from '#core/rules/calendar.ts';
import { deliveryTimeTo } from '#core/rules/delivery.ts';
import { cents } from '#core/rules/money.ts';
import type { FactContext } from '#core/rules/order-facts.ts';
import { orderFacts } from '#core/rules/order-facts.ts';
import { carrierName, expectedDelivery } from '#core/rules/parcels.ts';
import type { Database } from '#server/database/schema.ts';
import type { ComposedMail, MailPart, MailRow } from '#server/mail/mail-layout.ts';
import { addressLines } from '#server/mail/mail-layout.ts';
import type { LocaleMailTexts } from '#server/mail/mail-texts.ts';
import { fill, writtenAmount, writtenDay, writtenRate } from '#server/mail/mail-texts.ts';
import type { InvoiceFacts } from '#server/orders/invoices.ts';
import { cardColumns, toParcel } from '#server/orders/read-order.ts';
import type { IssuedCode, OrderMailNeeds } from './mail-attachments.ts';
import { drawOrderAttachments, giftSheet, giftTheme, givenTitle } from './mail-attachments.ts';
import { orderLinkParts } from './order-link.ts';

type Money = (amount: number) => string;

/**
 * The confirmation of a paid order: lines, amounts, gift and voucher codes; with invoice, requested gift sheets, and
 * the accepted terms and withdrawal instructions as PDFs.
 */
export async function composeOrderMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, texts, brand, locale } = needs;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const invoice = await db
    .selectFrom('invoices')
    .select(['number', 'facts'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  const facts = invoice.facts as InvoiceFacts;
  const lines = await db
    .selectFrom('order_lines')
    .leftJoin('products', 'products.id', 'order_lines.product_id')
    .select([
      'order_lines.kind',
      'order_lines.title',
      'order_lines.quantity',
      'order_lines.price_cents',
      'order_lines.discount_cents',
      'order_lines.is_shipped',
      'order_lines.custom_properties',
    ])
    .select(cardColumns(locale))
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .execute();
  const codes = await loadCodes(db, orderId);
  const money: Money = (amount) => writtenAmount(amount, locale);
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
  return {
    subject: fill(subject, { code: order.code, shop: brand.name }),
    heading: texts.order.heading,
    preview: fill(texts.order.preview, { code: order.code, total: money(facts.total) }),
    parts: [
      { kind: 'paragraph', text: greet(texts, facts.address ?? facts.contact ?? null) },
      {
        kind: 'paragraph',
        text: fill(texts.order.intro, {
          code: order.code,
          day: writtenDay(facts.day, locale),
          invoice: invoice.number,
        }),
      },
      { kind: 'rows', rows: orderRows(facts, order.coupon_code, needs, money) },
      ...lines.map((line) => factsPart(line, facts, { deliveryTime, expected }, needs)),
      ...codes.map((issued) => codePart(issued, needs, money)),
      ...(lines.some((line) => line.is_shipped) ? shippingParts(shippingAddress, deliveryTime, needs) : []),
      ...paragraphIf(order.waiver_accepted_at !== null, texts.order.waiver_note),
      ...paragraphIf(order.code_waiver_accepted_at !== null, texts.order.code_waiver_note),
      ...paragraphIf(order.early_start_requested_at !== null, texts.order.early_start_note),
      ...(lines.some((line) => line.kind === 'course') ? coursesParts(needs) : []),
      ...paragraphIf(order.is_new_account, texts.order.account_note),
      ...orderLinkParts(needs, order),
      ...paragraphIf(
        order.user_id === null,
        fill(texts.order.no_account_note, { page: registration(needs) }),
      ),
    ],
    attachments: await drawOrderAttachments(needs, {
      number: invoice.number,
      facts,
      codes,
      accepted: order.accepted_versions as Readonly<Record<string, string>>,
    }),
  };
}

/** Address of the page on which somebody without an account makes one. */
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

/** What stood above the order button, once more (docs/behaviour/consumer-rights.md#facts-above-the-order-button). */
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
      money: (amount) => writtenAmount(amount, locale),
      day: (written) => writtenDay(written, locale),
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

function paragraphIf(condition: boolean, text: string): readonly MailPart[] {
  return condition ? [{ kind: 'paragraph', text }] : [];
}

function orderRows(
  facts: InvoiceFacts,
  couponCode: string | null,
  { texts: { order }, locale }: OrderMailNeeds,
  money: Money,
): readonly MailRow[] {
  const subtotal = facts.lines.reduce((sum, line) => sum + line.price, 0);
  const discount = couponCode === null ? order.discount_plain : fill(order.discount, { code: couponCode });
  const hasSums = facts.discount > 0 || facts.shipping > 0;
  return [
    ...facts.lines.map(({ quantity, title, recipient, price }) => ({
      label: `${quantity} × ${recipient === undefined ? title : fill(order.item_for, { title, recipient })}`,
      value: money(price),
    })),
    ...(hasSums ? [{ label: order.subtotal, value: money(subtotal) }] : []),
    ...discountRows(facts, { bundle: order.bundle, rest: discount }, money),
    ...(facts.shipping > 0 ? [{ label: order.shipping, value: money(facts.shipping) }] : []),
    { label: order.total, value: money(facts.total), isStrong: true },
    ...facts.vat_shares
      .filter((share) => share.vat > 0)
      .map((share) => ({
        label: fill(order.vat, { rate: writtenRate(share.rate, locale) }),
        value: money(share.vat),
        isQuiet: true,
      })),
    ...(facts.credit > 0 ? [{ label: order.credit, value: money(-facts.credit) }] : []),
  ];
}

/** One row for each bundle offer, and one for the rest of the discount, which the coupon took off. */
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

/** A code for the buyer; of a code sent to another person only where and when it is sent. */
function codePart(issued: IssuedCode, { texts, locale }: OrderMailNeeds, money: Money): MailPart {
  const { order } = texts;
  const { kind, code, delivery, deliver_on, recipient_name, recipient_email } = issued;
  const title =
    recipient_name === null
      ? issued.title
      : fill(order.item_for, { title: issued.title, recipient: recipient_name });
  if (delivery === 'parcel') return { kind: 'paragraph', text: fill(order.code_parcel, { title }) };
  if (delivery === 'email') {
    const recipient = recipient_email ?? '';
    const text =
      deliver_on === null
        ? fill(order.code_sent, { title, recipient })
        : fill(order.code_sent_later, { title, recipient, day: writtenDay(deliver_on, locale) });
    return { kind: 'paragraph', text };
  }
  const words =
    kind === 'voucher'
      ? fill(order.code_value, { title, value: money(issued.initial_cents) })
      : fill(order.code_title, { title });
  return { kind: 'code', title: words, code };
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

function coursesParts({ siteUrl, texts, locale }: OrderMailNeeds): readonly MailPart[] {
  return [
    { kind: 'paragraph', text: texts.order.courses_note },
    { kind: 'link', text: texts.order.courses_link, url: `${siteUrl}/${locale}/profil/master` },
  ];
}

async function loadCodes(db: Kysely<Database>, orderId: string): Promise<readonly IssuedCode[]> {
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select([
      givenTitle,
      giftTheme,
      'gift_codes.code',
      'gift_codes.kind',
      'gift_codes.initial_cents',
      'order_lines.title',
      'order_lines.is_gift_pdf',
      'gift_codes.recipient_name',
      'gift_codes.recipient_email',
      'gift_codes.greeting',
      'gift_codes.delivery',
      'gift_codes.deliver_on',
    ])
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('gift_codes.code')
    .execute();
}

/**
 * A gift mail to the recipient: greeting, code, how to redeem it, and the sheet to print. Null when the code was
 * revoked: a withdrawn gift is not delivered.
 */
export async function composeGiftMail(
  needs: OrderMailNeeds,
  giftCodeId: string,
): Promise<ComposedMail | null> {
  const { db, siteUrl, texts, brand, locale } = needs;
  const gift = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select([
      givenTitle,
      giftTheme,
      'gift_codes.code',
      'gift_codes.kind',
      'gift_codes.initial_cents',
      'gift_codes.recipient_name',
      'gift_codes.recipient_email',
      'gift_codes.greeting',
      'gift_codes.delivery',
      'gift_codes.deliver_on',
      'gift_codes.revoked_at',
      'order_lines.title',
      'order_lines.is_gift_pdf',
    ])
    .where('gift_codes.id', '=', giftCodeId)
    .executeTakeFirstOrThrow();
  if (gift.revoked_at !== null) return null;
  const words = texts.gift_delivery;
  const { given_title: title, code, recipient_name: name, greeting } = gift;
  const address = `${siteUrl}/${locale}/redeem`;
  return {
    subject: fill(words.subjects[gift.theme], { shop: brand.name }),
    heading: words.headings[gift.theme],
    preview: fill(words.preview, { title }),
    parts: [
      {
        kind: 'paragraph',
        text: name === null ? fill(words.intro_plain, { title }) : fill(words.intro, { name, title }),
      },
      ...(greeting === null
        ? []
        : [{ kind: 'lines' as const, title: words.greeting, lines: greeting.split('\n') }]),
      { kind: 'code', title, code },
      { kind: 'link', text: words.link, url: `${address}?code=${encodeURIComponent(code)}` },
      { kind: 'paragraph', text: fill(words.how, { address }) },
    ],
    attachments: [await giftSheet(needs, gift)],
  };
}

/** The shipping notice: tracking code, content and address. */
export async function composeShippedMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, texts, locale } = needs;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'user_id', 'code', 'carrier', 'tracking_code', 'fulfilment', 'shipping_address'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const goods = await db
    .selectFrom('order_lines')
    .select(['title', 'quantity'])
    .where('order_id', '=', orderId)
    .where('is_shipped', '=', true)
    .orderBy('position')
    .execute();
  const { code } = order;
  const { carrier, tracking_code, tracking_url } = toParcel({ ...order, locale });
  const tracking = tracking_code ?? '';
  const words = texts.shipped;
  const address = order.shipping_address as PostalAddress | null;
  const greeting =
    address === null
      ? texts.greeting_plain
      : fill(texts.greeting, { name: `${address.firstname} ${address.lastname}` });
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview:
      carrier === null
        ? fill(words.preview, { tracking })
        : fill(words.preview_with, { carrier: carrierName(carrier), tracking }),
    parts: [
      { kind: 'paragraph', text: greeting },
      { kind: 'paragraph', text: fill(words.intro, { code }) },
      {
        kind: 'code',
        title:
          carrier === null ? words.tracking : fill(words.tracking_with, { carrier: carrierName(carrier) }),
        code: tracking,
      },
      ...(tracking_url === null ? [] : [{ kind: 'link' as const, text: words.follow, url: tracking_url }]),
      {
        kind: 'rows',
        rows: goods.map(({ title, quantity }) => ({ label: title, value: `${quantity} ×` })),
      },
      ...(address === null
        ? []
        : [{ kind: 'lines' as const, title: texts.order.ship_to, lines: addressLines(address, locale) }]),
      { kind: 'paragraph', text: words.afterwards },
      ...orderLinkParts(needs, order),
    ],
    attachments: [],
  };
}
