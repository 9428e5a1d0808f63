import { useTranslation } from 'react-i18next';
import type { Credit } from '#core/model/code.ts';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import styles from './purchases.module.css';

/**
 * The learner's credit: paid and promotional credit separately, each with what it can pay for
 * (docs/behaviour/gifts.md#promotional-credit). `credit` is null if it could not be loaded.
 */
export function CreditBalances({ credit }: { readonly credit: Credit | null }) {
  const { t } = useTranslation('myProfile');
  return (
    <section aria-labelledby="credit-title">
      <h2 id="credit-title">{t('purchases.balance.title')}</h2>
      {credit === null ? <ListFailed /> : <Balances credit={credit} />}
    </section>
  );
}

function Balances({ credit: { paid, promotional } }: { readonly credit: Credit }) {
  const { t } = useTranslation('myProfile');
  const isEmpty = paid === 0 && promotional === 0;
  return (
    <>
      {isEmpty ? (
        <p className={styles.balanceNote}>{t('purchases.balance.none')}</p>
      ) : (
        <FactList
          className={styles.balances}
          facts={[
            {
              label: t('purchases.balance.paid'),
              value: <Balance amount={paid} note={t('purchases.balance.paid_note')} />,
            },
            promotional > 0 && {
              label: t('purchases.balance.promotional'),
              value: <Balance amount={promotional} note={t('purchases.balance.promotional_note')} />,
            },
          ]}
        />
      )}
      <div>
        <LinkButton to="/redeem" kind="outline">
          {t('purchases.balance.redeem')}
        </LinkButton>
      </div>
    </>
  );
}

function Balance({ amount, note }: { readonly amount: Credit['paid']; readonly note: string }) {
  return (
    <>
      <Price amount={amount} size="large" />
      <span className={styles.balanceNote}>{note}</span>
    </>
  );
}
