import type { Kysely } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import type { MailMessage } from '#ports/mailer.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { RenderPicture } from '#server/platform/media/render-picture.ts';
import { isLinkNeedless } from '#server/platform/one-time-tokens.ts';
import { layOutHtml } from '#server/platform/outbox/mail-html.ts';
import {
  type Brand,
  type ComposedMail,
  layOutText,
  type MailPicture,
} from '#server/platform/outbox/mail-layout.ts';
import { isLetter, type MailFacts, type MailTemplate } from '#server/platform/outbox/mail-templates.ts';
import { fill, type MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { type AccountMailRow, composeAccountMail, composeContactMail } from './account-mails.ts';
import { composeAddressChangedMail } from './address-changed-mail.ts';
import {
  composeCollectedReceipt,
  composeDeclarationOutcome,
  composeDeclarationReceipt,
} from './declaration-mails.ts';
import { composeEarlyStartMail } from './early-start-mail.ts';
import { composeGiftMail } from './gift-mail.ts';
import { issueLetter, type LetterRow, type MailContent } from './letters.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { attachPicture, contentIdOf } from './mail-picture.ts';
import { composeOrderLinkMail } from './order-link.ts';
import { composeOrderMail, composeShippedMail } from './order-mails.ts';
import {
  composePaymentFailedMail,
  composeRefundMail,
  composeTransferMail,
  type TransferMail,
} from './payment-mails.ts';
import {
  composeRenewalMail,
  composeSubscriptionMail,
  type SubscriptionMailRow,
} from './subscription-mails.ts';
import { composeTrial } from './texts/sample-mail.ts';

interface ComposeNeeds {
  readonly db: Kysely<Database>;
  readonly siteUrl: string;
  readonly texts: MailTexts;
  /** Reads the latest drafts of texts, for test mails that operators send to themselves. */
  readonly readDrafts?: () => Promise<MailTexts>;
  readonly brand: Brand;
  /** Returns a fresh token that opens the order. */
  readonly orderToken: (orderId: string) => string;
  /** Renders the picture at the top of a mail; without it mails have none. */
  readonly renderPicture?: RenderPicture | undefined;
}

interface StoredMail extends LetterRow {
  readonly recipient: string;
  readonly locale: string;
}

/**
 * Composes the mail of an outbox row in its language, as HTML and text. A letter is composed once; later sends repeat
 * it. Null if the mail is out of date and must not be sent.
 */
export async function composeMail(needs: ComposeNeeds, row: StoredMail): Promise<MailMessage | null> {
  const content = isLetter(row.template)
    ? await issueLetter(needs, row, (orderToken) => layOut({ ...needs, orderToken }, row))
    : await layOut(needs, row);
  if (content === null) return null;
  const { attachments, ...words } = content;
  return {
    id: row.id,
    sender: needs.brand.sender,
    recipient: row.recipient,
    ...words,
    attachments: attachments.map(({ filename, content: bytes }) => {
      const contentId = contentIdOf({ filename });
      return contentId === undefined
        ? { filename, content: bytes, type: 'application/pdf' }
        : { filename, content: bytes, type: 'image/png', contentId };
    }),
  };
}

/** Order state that these letters require; in any other state they are out of date. */
const statesOfOrder: Readonly<Record<string, OrderState>> = {
  payment_failed: 'verified',
  transfer_awaited: 'awaiting_payment',
  transfer_reminder: 'awaiting_payment',
} satisfies Partial<Record<MailTemplate, OrderState>>;

/**
 * Returns whether a letter is out of date, even if it was already composed by a failed attempt. A copy that an operator
 * resends is never out of date.
 */
export async function isOutdated(
  db: Kysely<Database>,
  { template, facts, repeats }: Omit<LetterRow, 'id'>,
): Promise<boolean> {
  const state = statesOfOrder[template];
  if (state === undefined || repeats !== null) return false;
  const order = await db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', (facts as MailFacts['payment_failed']).order_id)
    .executeTakeFirst();
  return order?.state !== state;
}

/** Composes a mail as if it were sent now, without storing it. */
export async function composeUnsent(
  needs: ComposeNeeds,
  row: StoredMail,
): Promise<Pick<MailMessage, 'subject' | 'text'> | null> {
  const content = await layOut(needs, row);
  return content === null ? null : { subject: content.subject, text: content.text };
}

async function layOut(given: ComposeNeeds, row: StoredMail): Promise<MailContent | null> {
  const drafts = row.template === 'text_trial' ? await given.readDrafts?.() : undefined;
  const needs = drafts === undefined ? given : { ...given, texts: drafts };
  if (row.template === 'set_password') {
    const { token } = row.facts as MailFacts['set_password'];
    if (await isLinkNeedless(needs.db, token)) return null;
  }
  const locale = isLocale(row.locale) ? row.locale : defaultLocale;
  const texts = needs.texts[locale];
  const composed =
    row.template === 'text_trial'
      ? composeTrial({ ...needs, locale }, (row.facts as MailFacts['text_trial']).mail)
      : await composeTemplate(needs, row, locale);
  if (composed === null) return null;
  const picture = await pictureOf(needs, composed.picture ?? null);
  const body = {
    ...composed,
    picture: picture?.shown ?? null,
    closing: fill(texts.closing, { shop: needs.brand.name }),
    linkFallback: texts.link_fallback,
    brand: needs.brand,
    locale,
  };
  return {
    subject: composed.subject,
    text: layOutText(body),
    html: layOutHtml(body),
    attachments: [...composed.attachments, ...(picture === null ? [] : [picture.file])],
    ...(composed.replyTo === undefined ? {} : { replyTo: composed.replyTo }),
    ...(composed.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: composed.unsubscribeUrl }),
  };
}

function pictureOf({ db, renderPicture }: ComposeNeeds, picture: MailPicture | null) {
  return picture === null || renderPicture === undefined ? null : attachPicture(db, renderPicture, picture);
}

/** Mails whose only fact is their order. */
const notices = {
  early_start: composeEarlyStartMail,
  order_link: composeOrderLinkMail,
  address_changed: composeAddressChangedMail,
};

function composeNotice(needs: OrderMailNeeds, row: StoredMail): Promise<ComposedMail> {
  const { order_id } = row.facts as MailFacts[keyof typeof notices];
  return notices[row.template as keyof typeof notices](needs, order_id);
}

async function composeTemplate(
  needs: ComposeNeeds,
  row: StoredMail,
  locale: Locale,
): Promise<ComposedMail | null> {
  const texts = needs.texts[locale];
  switch (row.template as MailTemplate) {
    case 'order':
    case 'gift':
    case 'subscription':
      return composeOrderMail({ ...needs, texts, locale }, (row.facts as MailFacts['order']).order_id);
    case 'early_start':
    case 'order_link':
    case 'address_changed':
      return composeNotice({ ...needs, texts, locale }, row);
    case 'gift_delivery': {
      const { gift_code_id } = row.facts as MailFacts['gift_delivery'];
      return composeGiftMail({ ...needs, texts, locale }, gift_code_id);
    }
    case 'set_password':
    case 'reset_password':
    case 'email_confirmation':
    case 'login_code':
    case 'email_change':
    case 'email_change_notice':
    case 'email_change_code':
    case 'email_changed':
    case 'password_changed':
    case 'passkey_added':
    case 'account_deletion':
    case 'account_deleted':
    case 'newsletter_confirm':
    case 'newsletter_welcome':
    case 'contact_receipt':
    case 'giveaway_won':
    case 'operator_access':
      return composeAccountMail({ ...needs, texts, locale }, row as AccountMailRow);
    case 'contact_message': {
      const { message_id } = row.facts as MailFacts['contact_message'];
      return composeContactMail({ ...needs, texts, locale }, message_id);
    }
    case 'transfer_awaited':
    case 'transfer_reminder':
    case 'transfer_expired':
    case 'transfer_called_off': {
      const { order_id } = row.facts as MailFacts['transfer_awaited'];
      return composeTransferMail({ ...needs, texts, locale }, row.template as TransferMail, order_id);
    }
    case 'payment_failed': {
      const { order_id } = row.facts as MailFacts['payment_failed'];
      return composePaymentFailedMail({ ...needs, texts, locale }, order_id);
    }
    case 'shipped':
      return composeShippedMail({ ...needs, texts, locale }, row.facts as MailFacts['shipped']);
    case 'refund':
      return composeRefundMail({ ...needs, texts, locale }, (row.facts as MailFacts['refund']).refund_id);
    case 'withdrawal_receipt':
    case 'cancellation_receipt': {
      const { declaration_id } = row.facts as MailFacts['withdrawal_receipt'];
      return composeDeclarationReceipt({ ...needs, texts, locale }, declaration_id);
    }
    case 'collected_receipt': {
      const { collected } = row.facts as MailFacts['collected_receipt'];
      return composeCollectedReceipt({ ...needs, texts, locale }, row.recipient, collected);
    }
    case 'withdrawal_outcome':
    case 'cancellation_outcome': {
      const { declaration_id } = row.facts as MailFacts['withdrawal_outcome'];
      return composeDeclarationOutcome({ ...needs, texts, locale }, declaration_id);
    }
    case 'renewal':
      return composeRenewalMail({ ...needs, texts, locale }, (row.facts as MailFacts['renewal']).order_id);
    case 'renewal_reminder':
    case 'renewal_failed':
    case 'subscription_cancelled':
    case 'subscription_resumed':
    case 'subscription_ending':
    case 'subscription_ended':
    case 'payment_method_changed':
      return composeSubscriptionMail({ ...needs, texts, locale }, row as SubscriptionMailRow);
    default:
      throw new Error(`There is no mail template "${row.template}"`);
  }
}
