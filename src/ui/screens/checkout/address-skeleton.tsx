import { Skeleton } from '#ui/components/skeleton.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './address-skeleton.module.css';

/** About as tall as the form, so that the steps below stay where they are. */
const rows = [
  'terms',
  'email',
  'hint',
  'title',
  'names',
  'company',
  'street',
  'city',
  'country',
  'button',
] as const;

/** Placeholder of the address form while the cart is loading. */
export function AddressSkeleton() {
  const hasWallets = useShop().initialState.payment.has_wallet_addresses;
  return (
    <div className={styles.form} aria-busy="true">
      {hasWallets && <Skeleton className={styles.wallets} />}
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton shape="short" />
          <Skeleton className={styles.field} />
        </div>
      ))}
    </div>
  );
}
