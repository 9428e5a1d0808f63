import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/rules/money.ts';
import type { Subscription } from '#core/rules/subscription.ts';
import { takesPaymentMethod } from '#core/rules/subscription.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { Badge } from '#ui/components/badge/badge.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useMethodText } from '#ui/screens/checkout/use-method-text.ts';
import styles from './contract-card.module.css';
import { ContractEnding } from './contract-ending.tsx';

/** One contract: what it costs, how far it is paid, what comes next, and how it ends. */
export function ContractCard({ contract }: { readonly contract: Subscription }) {
  const { t } = useTranslation('myProfile');
  const { product, status, contract_code } = contract;
  const titleId = `contract-${contract.id}`;
  return (
    <article className={styles.card} data-over={status === 'expired' || undefined} aria-labelledby={titleId}>
      <div className={styles.picture}>
        <Picture name={product.picture} alt="" width={112} ratio="1/1" sizes="112px" />
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 id={titleId}>{product.title}</h3>
          <Badge tone={status === 'active' ? 'gold' : 'plain'}>{t(`purchases.status.${status}`)}</Badge>
        </div>
        <p className={styles.code}>{t('purchases.contract_code', { code: contract_code })}</p>
        <ContractFacts contract={contract} />
        {status === 'past_due' && <PastDue contract={contract} />}
        <ContractEnding contract={contract} />
      </div>
    </article>
  );
}

function ContractFacts({ contract }: { readonly contract: Subscription }) {
  const { t } = useTranslation('myProfile');
  const locale = useLocale();
  const dateText = useDateText();
  const methodText = useMethodText();
  const { price, period_months, renews, paid_from, paid_until, next_charge, payment_method } = contract;
  return (
    <dl className={styles.facts}>
      {renews && (
        <div>
          <dt>{t('purchases.price')}</dt>
          <dd>
            {t(period_months === 12 ? 'purchases.a_year' : 'purchases.a_month', {
              price: formatPrice(price, locale),
            })}
          </dd>
        </div>
      )}
      <div>
        <dt>{t(renews ? 'purchases.paid' : 'purchases.redeemed')}</dt>
        <dd>{t('purchases.period', { from: dateText(paid_from), until: dateText(paid_until) })}</dd>
      </div>
      {next_charge !== null && (
        <div>
          <dt>{t('purchases.next_charge')}</dt>
          <dd>
            {t('purchases.charge', {
              amount: formatPrice(next_charge.amount, locale),
              day: dateText(next_charge.day),
            })}
          </dd>
        </div>
      )}
      {takesPaymentMethod(contract) && (
        <div>
          <dt>{t('purchases.method')}</dt>
          <dd>
            {payment_method === null ? t('purchases.no_method') : methodText(payment_method)}{' '}
            <ShopLink
              to={`/profil/payment?vertrag=${contract.id}`}
              reloadDocument
              className={styles.change}
              aria-label={t('purchases.change_method_of', { title: contract.product.title })}
            >
              {t('purchases.change_method')}
            </ShopLink>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** A charge was refused: when it is tried again, and what helps at once. */
function PastDue({ contract }: { readonly contract: Subscription }) {
  const { t } = useTranslation('myProfile');
  const dateText = useDateText();
  const day = contract.next_charge?.day ?? calendarDay(Date.now());
  return (
    <Notice tone="warning" title={t('purchases.past_due_title')}>
      {t('purchases.past_due', { day: dateText(day) })}
    </Notice>
  );
}
