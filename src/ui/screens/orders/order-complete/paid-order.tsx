import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Order, OrderDocument, OrderLine } from '#core/model/order.ts';
import type { Parcel } from '#core/model/parcel.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { AddressLines } from '#ui/components/accounts/address-lines.tsx';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { TrackingLink, TrackingLinks } from '#ui/components/tracking/tracking-link.tsx';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useExpectedDelivery } from '#ui/hooks/use-expected-delivery.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLangOf } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { orderSummary, type SummaryLine } from '#ui/screens/orders/checkout/checkout-summary.ts';
import { SummaryLines, SummaryTotals, useDeliveryText } from '#ui/screens/orders/checkout/order-summary.tsx';
import { GiftAgain } from './gift-again.tsx';
import { MakeAccount } from './make-account.tsx';
import styles from './order-complete.module.css';
import { OrderGifts } from './order-gifts.tsx';
import { OrderTimeline } from './order-timeline.tsx';

interface PaidOrderProps {
  readonly order: Order;
  /** Path of the first lesson of the first course. Null without a course, or if it could not be loaded. */
  readonly firstLesson: Route | null;
  /** Whether it was just bought: the page then says thank you and offers nothing else to buy. */
  readonly isNew: boolean;
}

/** The state and next step of each product of a paid order (docs/behaviour/orders.md#page-of-a-paid-order). */
export function PaidOrder({ order, firstLesson, isNew }: PaidOrderProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const dayText = useDateText();
  const langOf = useLangOf();
  const { lines, country } = orderSummary(order);
  return (
    <>
      {isNew && (
        <p className={styles.check}>
          <Icon name="check" />
        </p>
      )}
      <h1 className={styles.title}>
        {isNew
          ? t('complete.paid_title')
          : t('complete.order_title', {
              day: dayText(calendarDay(Date.parse(order.completed_at ?? order.created_at))),
            })}
      </h1>
      <p className={styles.lead}>
        {t(isNew ? 'complete.paid_text' : 'complete.sent_text', { email: shownEmail(order.email) })}{' '}
        {isNew && !order.has_account && t('complete.link_note')}
      </p>
      {order.is_new_account && <MakeAccount order={order} />}
      <section className={styles.next} aria-labelledby="next-title">
        <h2 id="next-title">{t('complete.next')}</h2>
        <ol>
          {order.products.map((product, index) => {
            const line = lines[index];
            return (
              line !== undefined && (
                <li key={line.id} className={styles.card}>
                  <Picture
                    name={line.picture}
                    alt=""
                    width={112}
                    ratio="3/4"
                    className={styles.cardPicture}
                  />
                  <div className={styles.cardText}>
                    <h3 lang={langOf(line.language)}>
                      {line.quantity === 1
                        ? line.title
                        : t('summary.quantity', { quantity: line.quantity, title: line.title })}
                    </h3>
                    {needsAccount([product.kind]) ? (
                      <StartLearning order={order} product={product} firstLesson={firstLesson} />
                    ) : product.is_shipped ? (
                      <ParcelState order={order} />
                    ) : (
                      <CodeState order={order} product={product} line={line} country={country} />
                    )}
                  </div>
                </li>
              )
            );
          })}
        </ol>
        {shop.initialState.facts?.has_mailbox === true && <DemoMail />}
      </section>
      {!order.has_account && <MakeAccount order={order} />}
      {!isNew && <GiftAgain order={order} />}
    </>
  );
}

interface CodeStateProps {
  readonly order: Order;
  readonly product: OrderLine;
  readonly line: SummaryLine;
  readonly country: string | null;
}

/** Recipient and date of a code that is still to be sent, or where to find it. */
function CodeState({ order, product, line, country }: CodeStateProps) {
  const { t } = useTranslation('checkout');
  const deliveryText = useDeliveryText(country);
  return (
    <p>
      {product.codes.length > 0
        ? t(order.has_account ? 'complete.next_codes_kept' : 'complete.next_codes')
        : deliveryText(line.delivery)}
    </p>
  );
}

/** State of the parcels: the expected delivery, then the tracking. */
function ParcelState({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const dayText = useDateText();
  const country = order.shipping_address?.country ?? null;
  const time = useDeliveryTime(country);
  const expected = useExpectedDelivery(
    country,
    calendarDay(Date.parse(order.completed_at ?? order.created_at)),
  );
  if (order.fulfilment === 'open' && order.parcels.length > 0) {
    return (
      <p>
        {t('complete.parcel.part')} <TrackingLinks parcels={order.parcels} />
      </p>
    );
  }
  if (order.fulfilment === 'open' && expected !== null) {
    const days = { from: dayText(expected.from), to: dayText(expected.to) };
    return <p>{t('complete.parcel.open_expected', days)}</p>;
  }
  return (
    <p>
      {t(`complete.parcel.${order.fulfilment}`, { time })} <TrackingLinks parcels={order.parcels} />
    </p>
  );
}

/** Contents and tracking of a parcel. */
function ParcelContents({ parcel }: { readonly parcel: Parcel }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      {parcel.lines.map(({ line_id, title, quantity }) => (
        <div key={line_id}>{quantity === 1 ? title : t('summary.quantity', { quantity, title })}</div>
      ))}
      <TrackingLink parcel={parcel} />
    </>
  );
}

interface StartLearningProps extends Pick<PaidOrderProps, 'order' | 'firstLesson'> {
  readonly product: OrderLine;
}

/** How to start a course or membership: with its first lesson, after logging in, or after setting a password. */
function StartLearning({ order, product, firstLesson }: StartLearningProps) {
  const { t } = useTranslation('checkout');
  const isLearner = useLearner() !== null;
  if (isLearner) {
    const isFirst = firstLesson?.startsWith(`/kurse/${product.slug}/`) === true;
    return (
      <>
        <p>{t('complete.next_course_learner')}</p>
        {isFirst && firstLesson !== null && (
          <LinkButton to={firstLesson} size="large" reloadDocument>
            {t('complete.first_lesson')}
          </LinkButton>
        )}
        <LinkButton to="/profil/master" kind="text" reloadDocument>
          {t('complete.next_course_learner_link')}
        </LinkButton>
      </>
    );
  }
  if (order.is_new_account)
    return <p>{t('complete.next_course_guest', { email: shownEmail(order.email) })}</p>;
  return (
    <>
      <p>{t('complete.next_course_account')}</p>
      <LinkButton to="/auth/login" size="large" reloadDocument>
        {t('complete.next_course_account_link')}
      </LinkButton>
    </>
  );
}

/** Link to the mailbox of a demo server, which stores mails instead of sending them. */
function DemoMail() {
  const { t } = useTranslation('checkout');
  return (
    <p className={styles.hint}>
      {t('complete.mail_demo')} <a href="/dev/mail">/dev/mail</a>
    </p>
  );
}

interface OrderDetailsProps {
  readonly order: Order;
  readonly documents: readonly OrderDocument[];
}

export function OrderDetails({ order, documents }: OrderDetailsProps) {
  const { t } = useTranslation('checkout');
  const methodText = useMethodText();
  const { revalidate } = useRevalidator();
  const dayText = useDateText();
  const summary = orderSummary(order);
  const { shipping_address, payment_method } = order;
  const billing_address = order.billing_address ?? order.billing_contact;
  const isOneAddress = JSON.stringify(shipping_address) === JSON.stringify(billing_address);
  const codes = order.products.flatMap(({ title, codes: issued, custom_properties }) =>
    issued.map((code) => ({ code, title, recipient: custom_properties.recipient_name })),
  );
  return (
    <aside className={styles.details} aria-labelledby="order-title">
      <div>
        <h2 id="order-title">{t('complete.items')}</h2>
        <p className={styles.orderCode}>{t('complete.code', { code: order.code })}</p>
      </div>
      <OrderTimeline order={order} />
      <SummaryLines lines={summary.lines} country={summary.country} />
      {codes.length > 0 && (
        <List className={styles.codes}>
          {codes.map(({ title, recipient, code }) => (
            <li key={code}>
              <span>{recipient ? t('complete.code_for', { title, name: recipient }) : title}</span>{' '}
              <code>{formatCode(code)}</code>
            </li>
          ))}
        </List>
      )}
      {order.completed_at !== null && <OrderGifts order={order} onKept={() => void revalidate()} />}
      <SummaryTotals summary={summary} />
      {documents.length > 0 && (
        <List className={styles.documents}>
          {documents.map(({ id, kind, title, url }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener">
                {t(`complete.document.${kind}`, { title })}
              </a>
            </li>
          ))}
        </List>
      )}
      <FactList
        className={styles.facts}
        facts={[
          payment_method !== null && {
            label: order.completed_at === null ? t('complete.pay_with') : t('complete.paid_with'),
            value: methodText(payment_method),
          },
          ...order.parcels.map((parcel, index) => ({
            label: t('complete.parcel_of', {
              number: index + 1,
              day: dayText(calendarDay(Date.parse(parcel.sent_at))),
            }),
            value: <ParcelContents parcel={parcel} />,
          })),
          summary.is_shipped &&
            shipping_address !== null && {
              label: isOneAddress ? t('complete.sent_and_billed_to') : t('complete.sent_to'),
              value: <AddressLines address={shipping_address} />,
            },
          billing_address !== null &&
            !(summary.is_shipped && isOneAddress) && {
              label: t('complete.billed_to'),
              value: <AddressLines address={billing_address} />,
            },
        ]}
      />
    </aside>
  );
}
