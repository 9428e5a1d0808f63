import type { Kysely } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { MailMessage } from '#ports/mailer.ts';
import type { Database } from '#server/database/schema.ts';
import type { Brand, ComposedMail } from '#server/mail/mail-layout.ts';
import { layOutHtml, layOutText } from '#server/mail/mail-layout.ts';
import type { MailFacts, MailTemplate } from '#server/mail/mail-templates.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { fill } from '#server/mail/mail-texts.ts';
import type { AccountMailRow } from './account-mails.ts';
import { composeAccountMail, composeContactMail } from './account-mails.ts';
import { composeCartMail } from './cart-mail.ts';
import { composeDeclarationOutcome, composeDeclarationReceipt } from './declaration-mails.ts';
import { composeOrderLinkMail } from './order-link.ts';
import { composeGiftMail, composeOrderMail, composeShippedMail } from './order-mails.ts';
import type { TransferMail } from './payment-mails.ts';
import { composeRefundMail, composeTransferMail } from './payment-mails.ts';
import type { SubscriptionMailRow } from './subscription-mails.ts';
import { composeRenewalMail, composeSubscriptionMail } from './subscription-mails.ts';

interface ComposeNeeds {
  readonly db: Kysely<Database>;
  readonly siteUrl: string;
  readonly texts: MailTexts;
  readonly brand: Brand;
  /** Returns a fresh token that opens the order. */
  readonly orderToken: (orderId: string) => string;
}

interface StoredMail {
  readonly id: string;
  readonly template: string;
  readonly recipient: string;
  readonly locale: string;
  readonly facts: unknown;
}

/**
 * Composes the mail of an outbox row in its language, as HTML and text. Null when it is out of date and must not be
 * sent.
 */
export async function composeMail(needs: ComposeNeeds, row: StoredMail): Promise<MailMessage | null> {
  const locale = isLocale(row.locale) ? row.locale : defaultLocale;
  const texts = needs.texts[locale];
  const composed = await composeTemplate(needs, row, locale);
  if (composed === null) return null;
  const body = {
    heading: composed.heading,
    preview: composed.preview,
    parts: composed.parts,
    closing: fill(texts.closing, { shop: needs.brand.name }),
    linkFallback: texts.link_fallback,
    brand: needs.brand,
    locale,
  };
  return {
    id: row.id,
    sender: needs.brand.sender,
    recipient: row.recipient,
    subject: composed.subject,
    text: layOutText(body),
    html: layOutHtml(body),
    attachments: composed.attachments,
    ...(composed.replyTo === undefined ? {} : { replyTo: composed.replyTo }),
    ...(composed.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: composed.unsubscribeUrl }),
  };
}

/** Composes the mail of a template. */
async function composeTemplate(
  needs: ComposeNeeds,
  row: StoredMail,
  locale: Locale,
): Promise<ComposedMail | null> {
  const texts = needs.texts[locale];
  switch (row.template as MailTemplate) {
    case 'order':
    case 'gift':
    case 'subscription': {
      const { order_id } = row.facts as MailFacts['order'];
      return composeOrderMail({ ...needs, texts, locale }, order_id);
    }
    case 'order_link': {
      const { order_id } = row.facts as MailFacts['order_link'];
      return composeOrderLinkMail({ ...needs, texts, locale }, order_id);
    }
    case 'cart_link': {
      const { products } = row.facts as MailFacts['cart_link'];
      return composeCartMail({ ...needs, texts, locale }, products);
    }
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
    case 'account_deletion':
    case 'account_deleted':
    case 'newsletter_confirm':
    case 'newsletter_welcome':
    case 'contact_receipt':
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
    case 'shipped':
      return composeShippedMail({ ...needs, texts, locale }, (row.facts as MailFacts['shipped']).order_id);
    case 'refund': {
      const { refund_id } = row.facts as MailFacts['refund'];
      return composeRefundMail({ ...needs, texts, locale }, refund_id);
    }
    case 'withdrawal_receipt':
    case 'cancellation_receipt': {
      const { declaration_id } = row.facts as MailFacts['withdrawal_receipt'];
      return composeDeclarationReceipt({ ...needs, texts, locale }, declaration_id);
    }
    case 'withdrawal_outcome':
    case 'cancellation_outcome': {
      const { declaration_id } = row.facts as MailFacts['withdrawal_outcome'];
      return composeDeclarationOutcome({ ...needs, texts, locale }, declaration_id);
    }
    case 'renewal': {
      const { order_id } = row.facts as MailFacts['renewal'];
      return composeRenewalMail({ ...needs, texts, locale }, order_id);
    }
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
