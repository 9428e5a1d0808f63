import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cents } from '#core/rules/money.ts';
import { formatPrice } from '#core/rules/money.ts';
import { Price } from '#ui/components/price/price.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import type { Summary } from './summary.ts';
import styles from './summary-totals.module.css';

/** The sum, row by row, with the VAT it contains. Rows that would say nothing are left out. */
export function SummaryTotals({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const { subtotal, discount, code, is_shipped, total, credit, due, vat } = summary;
  return (
    <div className={styles.totals}>
      <dl className={styles.sum} aria-live="polite">
        <Row name={t('summary.subtotal')}>
          <Price amount={subtotal} />
        </Row>
        {discount > 0 && (
          <Row name={code === null ? t('summary.discount') : t('summary.discount_code', { code })}>
            <Less amount={discount} />
          </Row>
        )}
        {is_shipped && (
          <Row name={t('summary.shipping')}>
            <Shipping cost={summary.shipping} />
          </Row>
        )}
        {credit > 0 && (
          <>
            <Row name={t('summary.total')}>
              <Price amount={total} />
            </Row>
            <Row name={t('summary.credit')}>
              <Less amount={credit} />
            </Row>
          </>
        )}
        <div className={styles.total}>
          <dt>{credit > 0 ? t('summary.due') : t('summary.total')}</dt>
          <dd>
            <Price amount={due} />
          </dd>
        </div>
      </dl>
      {vat > 0 && <p className={styles.vat}>{t('summary.vat', { amount: formatPrice(vat, locale) })}</p>}
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Less({ amount }: { readonly amount: Cents }) {
  const locale = useLocale();
  return <span className={styles.less}>−{formatPrice(amount, locale)}</span>;
}

function Shipping({ cost }: { readonly cost: Cents | null }) {
  const { t } = useTranslation('checkout');
  if (cost === null) return <span className={styles.open}>{t('summary.shipping_open')}</span>;
  return cost === 0 ? <span>{t('summary.shipping_free')}</span> : <Price amount={cost} />;
}
