import { useTranslation } from 'react-i18next';
import type { Subscription } from '#core/rules/subscription.ts';
import { EmptyState } from '#ui/components/empty-state/empty-state.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { List } from '#ui/components/list/list.tsx';
import { ContractCard } from './contract-card.tsx';
import { ListFailed } from './list-failed.tsx';
import styles from './purchases.module.css';

/** Memberships and subscriptions: those that run, then those that are over. */
export function Contracts({ contracts }: { readonly contracts: readonly Subscription[] | null }) {
  const { t } = useTranslation('myProfile');
  return (
    <section aria-labelledby="contracts-title">
      <h2 id="contracts-title">{t('purchases.contracts')}</h2>
      {contracts === null ? (
        <ListFailed />
      ) : contracts.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={t('purchases.no_contract.title')}
          action={
            <LinkButton to="/preise" kind="outline">
              {t('purchases.no_contract.action')}
            </LinkButton>
          }
        >
          {t('purchases.no_contract.text')}
        </EmptyState>
      ) : (
        <List className={styles.contracts}>
          {contracts.map((contract) => (
            <li key={contract.id}>
              <ContractCard contract={contract} />
            </li>
          ))}
        </List>
      )}
    </section>
  );
}
