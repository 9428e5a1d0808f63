import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { operatorInvoiceEndpoints } from '#api/operations/operator-invoice-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { addressOf } from '#back-office/kit/call.ts';
import { ApiLink } from '#back-office/kit/files/api-link.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';

import type { Permission } from '#core/model/operator.ts';
import type { Cents } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import styles from './order.module.css';

interface OrderProps {
  readonly order: OperatorOrder;
}

interface ActingProps<Entry> extends OrderProps {
  /** Actions of an entry, shown below its state. */
  readonly actionsOf: (entry: Entry) => ReactNode;
}

const moneyTones: Readonly<Record<string, Tone>> = {
  charged: 'good',
  declined: 'bad',
  unknown: 'bad',
  refused: 'bad',
  refunded: 'good',
  open: 'waiting',
  charging: 'waiting',
  authorised: 'waiting',
  dispute_opened: 'bad',
  dispute_under_review: 'waiting',
  dispute_won: 'good',
  dispute_lost: 'bad',
};

interface MoneyProps {
  readonly amount: Cents | null;
  readonly group: string;
  readonly state: string;
  readonly tone?: Tone;
}

/** Amount, if known, with the state of its payment. */
function Money({ amount, group, state, tone = moneyTones[state] ?? 'quiet' }: MoneyProps) {
  const { money } = useFormats();
  const name = useNames();
  return (
    <span className={styles.money}>
      <Tag tone={tone}>{name(group, state)}</Tag>
      {amount !== null && <span className={styles.amount}>{money(amount)}</span>}
    </span>
  );
}

export function Payments({ order }: OrderProps) {
  const { moment } = useFormats();
  const name = useNames();
  const { t } = useTranslation('backOffice');
  return (
    <Entries
      entries={[
        ...order.payments.map((payment) => ({
          key: payment.key,
          title: payment.transaction_id ?? payment.key,
          detail: (
            <>
              {[
                payment.transaction_id !== null && payment.key,
                payment.decline_reason !== null && name('decline', payment.decline_reason),
                payment.provider !== null && name('payment', payment.provider),
                moment(payment.started_at),
              ]
                .filter(Boolean)
                .join(' · ')}
              {payment.facts.map(({ name: fact, text }) => (
                <div key={fact}>
                  {fact}: {text}
                </div>
              ))}
            </>
          ),
          end: <Money amount={payment.amount} group="attempt" state={payment.state} />,
        })),
        ...order.late_payments.map((late) => ({
          key: `${late.transaction_id}-${late.step}`,
          title: late.transaction_id,
          detail: `${t('order.late')} · ${late.payment_key} · ${moment(late.at)}`,
          end: <Money amount={late.amount} group="late" state={late.outcome} tone="bad" />,
        })),
        ...order.disputes.map(({ id, transaction_id, payment_key, at, kind, amount }) => ({
          key: id,
          title: transaction_id,
          detail: `${t('order.dispute')} · ${payment_key} · ${moment(at)}`,
          end: <Money amount={amount} group="dispute" state={kind} />,
        })),
      ]}
    />
  );
}

export function Refunds({ order, actionsOf }: ActingProps<OperatorOrder['refunds'][number]>) {
  const { moment } = useFormats();
  const name = useNames();
  const { t } = useTranslation('backOffice');
  return (
    <Entries
      entries={order.refunds.map((refund) => ({
        key: refund.key,
        title: name('cause', refund.cause),
        detail: [
          refund.is_disputed && t('order.disputed'),
          refund.key,
          refund.gateway_refund_id,
          moment(refund.created_at),
        ]
          .filter(Boolean)
          .join(' · '),
        end: (
          <span className={styles.money}>
            <Money amount={(refund.amount + refund.credit) as Cents} group="refund" state={refund.state} />
            {actionsOf(refund)}
          </span>
        ),
      }))}
    />
  );
}

export function Codes({ order, actionsOf }: ActingProps<OperatorOrder['codes'][number]>) {
  const { money, day } = useFormats();
  const { t } = useTranslation('backOffice');
  /** Returns the details of a gift: the recipient, if known, and the way and day of delivery. */
  const way = ({ delivery, deliver_on, recipient_name, recipient_email }: OperatorOrder['codes'][number]) => {
    const whom = recipient_name === null ? null : t('order.giftFor', { name: recipient_name });
    if (delivery === 'buyer') return [whom];
    if (delivery === 'parcel') return [whom, t('order.giftInParcel')];
    const values = { email: shownEmail(recipient_email ?? '') };
    return [
      whom,
      deliver_on === null
        ? t('order.giftByMail', values)
        : t('order.giftByMailOn', { ...values, day: day(deliver_on) }),
    ];
  };
  return (
    <Entries
      entries={order.codes.map((code) => ({
        key: code.id,
        title: code.code,
        detail: [
          code.title,
          code.kind === 'voucher' &&
            t('order.balance', { left: money(code.balance), whole: money(code.initial) }),
          ...way(code),
        ]
          .filter(Boolean)
          .join(' · '),
        end: (
          <span className={styles.money}>
            {code.revoked_at !== null ? (
              <Tag tone="bad">{t('order.revoked', { day: day(code.revoked_at) })}</Tag>
            ) : code.redeemed_at !== null ? (
              <Tag tone="good">{t('order.redeemed', { day: day(code.redeemed_at) })}</Tag>
            ) : (
              <Tag tone="quiet">{t('order.unused')}</Tag>
            )}
            {actionsOf(code)}
          </span>
        ),
      }))}
    />
  );
}

export function Mails({ order, actionsOf }: ActingProps<OperatorOrder['mails'][number]>) {
  const { moment } = useFormats();
  const name = useNames();
  const { t } = useTranslation('backOffice');
  return (
    <Entries
      entries={order.mails.map((mail) => {
        const { id, template, recipient, sent_at, failed_at, due_at, last_error } = mail;
        return {
          key: id,
          title: name('mail', template),
          detail: [
            shownEmail(recipient),
            moment(sent_at ?? failed_at ?? due_at),
            failed_at === null ? null : last_error,
          ]
            .filter(Boolean)
            .join(' · '),
          end: (
            <span className={styles.money}>
              {sent_at !== null ? (
                <Tag tone="good">{t('order.sent')}</Tag>
              ) : failed_at !== null ? (
                <Tag tone="bad">{t('order.failed')}</Tag>
              ) : (
                <Tag tone="waiting">{t('order.waiting')}</Tag>
              )}
              {actionsOf(mail)}
            </span>
          ),
        };
      })}
    />
  );
}

export function Invoices({ order }: OrderProps) {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  const { permissions } = useOperator();
  const name = useNames();
  return (
    <Entries
      entries={order.invoices.map(({ id, number, kind, issued_at }) => ({
        key: id,
        title: permissions.includes('invoices.read') ? (
          <ApiLink
            path={addressOf(operatorInvoiceEndpoints.getOperatorInvoice, { id })}
            label={t('invoices.open', { number })}
          >
            {number}
          </ApiLink>
        ) : (
          number
        ),
        detail: `${name('invoice', kind)} · ${day(issued_at)}`,
      }))}
    />
  );
}

/** Memberships started by the order, and declarations about it. */
export function Related({ order }: OrderProps) {
  const { day } = useFormats();
  const { permissions } = useOperator();
  const name = useNames();
  const { t } = useTranslation('backOffice');
  const link = (permission: Permission, to: string, title: string) =>
    permissions.includes(permission) ? <Link to={to}>{title}</Link> : title;
  return (
    <Entries
      entries={[
        ...order.subscriptions.map(({ id, code, status, period_ends_at }) => ({
          key: id,
          title: link('subscriptions.read', `/subscriptions/${id}`, `${t('order.membership')} ${code}`),
          detail: t('order.paidUntil', { day: day(period_ends_at) }),
          end: name('subscription', status),
        })),
        ...order.declarations.map(({ id, reference, kind, state, received_at }) => ({
          key: id,
          title: link(
            'declarations.read',
            `/declarations/${id}`,
            `${name('declaration', kind)} ${reference}`,
          ),
          detail: day(received_at),
          end: name('declarationState', state),
        })),
      ]}
    />
  );
}
