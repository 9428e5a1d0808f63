import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import { startPageEndpoints } from '#api/operations/start-page-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import styles from '#back-office/kit/figures/figures.module.css';
import { confirmationForm, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { Attention, AttentionItem, AttentionKind } from '#core/model/attention.ts';
import { cents } from '#core/rules/basics/money.ts';
import { Button } from '#ui/components/parts/button.tsx';

/** Links to the full list of each kind. */
const lists: Partial<Record<AttentionKind, string>> = {
  transfers_awaited: '/orders?state=awaiting_payment',
  parcels: '/orders?shipment=open',
  declarations: '/declarations',
  unmatched_declarations: '/declarations?state=unmatched',
  messages: '/messages',
  failed_mails: '/mails?state=failed',
  failed_events: '/events?state=failed',
  stopped_webhooks: '/webhooks',
  failed_films: '/films?state=failed',
  failing_jobs: '/system',
  old_backup: '/system',
};

/** Paths of the records of each kind. */
const records: Partial<Record<AttentionKind, string>> = {
  declarations: '/declarations',
  unmatched_declarations: '/declarations',
  messages: '/messages',
  failed_mails: '/mails',
  refused_plans: '/catalogue',
  low_stock: '/catalogue',
  failed_films: '/films',
  failing_films: '/films',
};

/** Payments that stay listed until an operator marks them as settled. */
const settledByHand: readonly AttentionKind[] = ['missing_payments', 'unmatched_payments'];

/** Open tasks: the number of each kind, and the oldest items. */
export function AttentionLists({ attention }: { readonly attention: readonly Attention[] }) {
  const { t } = useTranslation('backOffice');
  const { notice, showOutcome } = useAction();
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  async function onSettled(title: string): Promise<void> {
    showOutcome(t('attention.settledDone', { title }));
    await revalidate();
    // The pressed button was removed together with its payment.
    heading.current?.focus();
  }

  return (
    <section className={styles.part} aria-labelledby="attention">
      <h2 id="attention" ref={heading} tabIndex={-1} className={styles.title}>
        {t('attention.title')}
      </h2>
      {notice}
      {attention.length === 0 ? (
        <p className={styles.quiet}>{t('attention.none')}</p>
      ) : (
        <ul className={styles.kinds}>
          {attention.map((one) => (
            <Kind key={one.kind} {...one} onSettled={(title) => void onSettled(title)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface SettlingProps {
  /** Called with the title of a settled payment. */
  readonly onSettled: (title: string) => void;
}

function Kind({ kind, count, items, onSettled }: Attention & SettlingProps) {
  const { t } = useTranslation('backOffice');
  const entryOf = useEntry(onSettled);
  const list = lists[kind];
  const more = count - items.length;
  return (
    <li className={styles.box}>
      <h3 className={styles.kind}>
        {t(`attention.kinds.${kind}`)}
        <span className={styles.count}>{count < mostCounted ? count : t('attention.many')}</span>
      </h3>
      <Entries entries={items.map((item) => entryOf(kind, item))} />
      {(more > 0 || list !== undefined) && (
        <p className={styles.more}>
          {more > 0 && count < mostCounted && <span>{t('attention.more', { number: more })}</span>}
          {list !== undefined && <Link to={list}>{t('attention.all')}</Link>}
        </p>
      )}
    </li>
  );
}

/** The server stops counting here. */
const mostCounted = 1000;

/** Returns a function that creates the entry of an item: title, time or deadline, and amount. */
function useEntry(onSettled: SettlingProps['onSettled']) {
  const { t } = useTranslation('backOffice');
  const { money, day, shortMoment } = useFormats();
  const nameOf = useNames();
  const { permissions } = useOperator();

  function titleOf(kind: AttentionKind, { id, title, order_id }: AttentionItem) {
    const names =
      kind === 'late_jobs' || kind === 'failing_jobs' ? 'job' : kind === 'failed_mails' ? 'mail' : null;
    const name = names === null ? title || t('attention.noBackup') : nameOf(names, title);
    const list = records[kind];
    if (list !== undefined) return <Link to={`${list}/${id}`}>{name}</Link>;
    const mayOpen = order_id !== null && permissions.includes('orders.read');
    return mayOpen ? <Link to={`/orders/${order_id}`}>{name}</Link> : name;
  }

  return (kind: AttentionKind, item: AttentionItem) => {
    const { id, quantity, amount, since, due } = item;
    const isLate = due !== null && Date.parse(due) < Date.now();
    const waits = since === null ? undefined : t('attention.since', { at: shortMoment(since) });
    const value =
      amount !== null
        ? money(cents(amount))
        : quantity !== null
          ? t(kind === 'failing_films' ? 'attention.failures' : 'attention.left', { number: quantity })
          : undefined;
    const maySettle = settledByHand.includes(kind) && permissions.includes('orders.refund');
    const term = due === null ? null : t(isLate ? 'attention.overdue' : 'attention.due', { day: day(due) });
    return {
      key: id,
      title: titleOf(kind, item),
      detail: term === null ? waits : isLate ? <Tag tone="bad">{term}</Tag> : term,
      end: maySettle ? (
        <>
          {value} <SettleButton {...item} onSettled={onSettled} />
        </>
      ) : (
        value
      ),
    };
  };
}

/** Button that marks a payment as settled, after a confirmation, because this cannot be undone. */
function SettleButton({ id, title, onSettled }: AttentionItem & SettlingProps) {
  const { t } = useTranslation('backOffice');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const form = confirmationForm('attention.settled', () =>
    call(startPageEndpoints.closePaymentNotice, { body: { key: id } }),
  );
  return (
    <>
      <Button kind="text" aria-label={`${t('attention.settled')}: ${title}`} onClick={() => setOpen(true)}>
        {t('attention.settled')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        <p>{t('attention.settledText')}</p>
        <RecordForm
          form={form}
          onCancel={close}
          onDone={() => {
            close();
            onSettled(title);
          }}
        />
      </Dialog>
    </>
  );
}
