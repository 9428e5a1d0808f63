import { useTranslation } from 'react-i18next';
import type { Order, OrderDocument } from '#core/model/order.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { needsAccount } from '#core/rules/checkout.ts';
import type { Route } from '#core/rules/navigation.ts';
import { FactList } from '#ui/components/fact-list.tsx';
import { Icon } from '#ui/components/icon.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { TrackingLink } from '#ui/components/tracking-link.tsx';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useExpectedDelivery } from '#ui/hooks/use-expected-delivery.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { AddressLines } from '#ui/screens/checkout/address-lines.tsx';
import { SummaryLines, SummaryTotals } from '#ui/screens/checkout/order-summary.tsx';
import { orderSummary } from '#ui/screens/checkout/summary.ts';
import { useMethodText } from '#ui/screens/checkout/use-method-text.ts';
import { GiftAgain } from './gift-again.tsx';
import { MakeAccount } from './make-account.tsx';
import styles from './order-complete.module.css';

interface PaidOrderProps {
  readonly order: Order;
  /** Path of the first lesson of the first course; null without a course, or when it could not be loaded. */
  readonly firstLesson: Route | null;
}

/** Confirmation and what happens next: lessons, mail with password link, parcel. */
export function PaidOrder({ order, firstLesson }: PaidOrderProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const isLearnt = needsAccount(order.products.map((line) => line.kind));
  const isShipped = order.products.some((line) => line.is_shipped);
  const hasCodes = order.products.some((line) => line.codes.length > 0);
  return (
    <>
      <p className={styles.check}>
        <Icon name="check" />
      </p>
      <h1 className={styles.title}>{t('complete.paid_title')}</h1>
      <p className={styles.lead}>
        {t('complete.paid_text', { email: order.email })} {!order.has_account && t('complete.link_note')}
      </p>
      {order.is_new_account && <MakeAccount order={order} />}
      <section className={styles.next} aria-labelledby="next-title">
        <h2 id="next-title">{t('complete.next')}</h2>
        <ol>
          {isLearnt && (
            <li>
              <StartLearning order={order} firstLesson={firstLesson} />
            </li>
          )}
          {isShipped && <ParcelState order={order} />}
          {hasCodes && <li>{t(order.has_account ? 'complete.next_codes_kept' : 'complete.next_codes')}</li>}
        </ol>
        {shop.initialState.facts?.is_demo === true && <DemoMail />}
      </section>
      {!order.has_account && <MakeAccount order={order} />}
      <GiftAgain order={order} />
    </>
  );
}

/** State of the parcel: when it is expected, then where it is. */
function ParcelState({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const dayText = useDateText();
  const country = order.shipping_address?.country ?? null;
  const time = useDeliveryTime(country);
  const expected = useExpectedDelivery(
    country,
    calendarDay(Date.parse(order.completed_at ?? order.created_at)),
  );
  if (order.fulfilment === 'open' && expected !== null) {
    const days = { from: dayText(expected.from), to: dayText(expected.to) };
    return <li>{t('complete.parcel.open_expected', days)}</li>;
  }
  return (
    <li>
      {t(`complete.parcel.${order.fulfilment}`, { time })} <TrackingLink parcel={order} />
    </li>
  );
}

function StartLearning({ order, firstLesson }: PaidOrderProps) {
  const { t } = useTranslation('checkout');
  const isLearner = useLearner() !== null;
  if (isLearner) {
    return (
      <>
        <p>{t('complete.next_course_learner')}</p>
        {firstLesson !== null && (
          <LinkButton to={firstLesson} size="large" reloadDocument>
            {t('complete.first_lesson')}
          </LinkButton>
        )}
        <LinkButton to="/profil/master" kind={firstLesson === null ? 'gold' : 'text'} reloadDocument>
          {t('complete.next_course_learner_link')}
        </LinkButton>
      </>
    );
  }
  if (order.is_new_account) return <p>{t('complete.next_course_guest', { email: order.email })}</p>;
  return (
    <>
      <p>{t('complete.next_course_account')}</p>
      <LinkButton to="/auth/login" size="large" reloadDocument>
        {t('complete.next_course_account_link')}
      </LinkButton>
    </>
  );
}

/** Link to the mails of demo mode. */
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
      <SummaryLines lines={summary.lines} country={summary.country} />
      {codes.length > 0 && (
        <List className={styles.codes}>
          {codes.map(({ title, recipient, code }) => (
            <li key={code}>
              <span>{recipient ? t('complete.code_for', { title, name: recipient }) : title}</span>{' '}
              <code>{code}</code>
            </li>
          ))}
        </List>
      )}
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
          order.tracking_code !== null && {
            label: t('complete.tracking'),
            value: <TrackingLink parcel={order} />,
          },
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
