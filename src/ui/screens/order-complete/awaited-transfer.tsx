import { useTranslation } from 'react-i18next';
import type { TransferInstructions } from '#core/rules/bank-transfer.ts';
import { writtenIban } from '#core/rules/bank-transfer.ts';
import type { Order } from '#core/rules/order.ts';
import { Price } from '#ui/components/price/price.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './awaited-transfer.module.css';
import page from './order-complete.module.css';

export interface AwaitedTransferProps {
  readonly order: Order;
  readonly transfer: TransferInstructions;
}

const regions = { de: 'de-DE', en: 'en-GB' } as const;

/** Where the money goes, until when, and what happens then. */
export function AwaitedTransfer({ order, transfer }: AwaitedTransferProps) {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  // The day as the mail names it, the same on the server and in every browser.
  const format = new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <>
      <h1 className={page.title}>{t('complete.awaiting_title')}</h1>
      <p className={page.lead}>{t('complete.awaiting_text', { email: order.email })}</p>
      <h2>{t('complete.transfer.title')}</h2>
      <dl className={styles.account}>
        <div>
          <dt>{t('complete.transfer.amount')}</dt>
          <dd className={styles.amount}>
            <Price amount={transfer.amount} />
          </dd>
        </div>
        <div>
          <dt>{t('complete.transfer.account_holder')}</dt>
          <dd>{transfer.account_holder}</dd>
        </div>
        <div>
          <dt>{t('complete.transfer.iban')}</dt>
          <dd>{writtenIban(transfer.iban)}</dd>
        </div>
        <div>
          <dt>{t('complete.transfer.bic')}</dt>
          <dd>{transfer.bic}</dd>
        </div>
        <div>
          <dt>{t('complete.transfer.reference')}</dt>
          <dd>{transfer.reference}</dd>
        </div>
        <div>
          <dt>{t('complete.transfer.due')}</dt>
          <dd>{format.format(new Date(transfer.due_at))}</dd>
        </div>
      </dl>
      <p>{t('complete.transfer.kept')}</p>
    </>
  );
}
