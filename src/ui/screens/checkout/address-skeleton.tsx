import { Skeleton } from '#ui/components/skeleton.tsx';
import styles from './address-skeleton.module.css';

const rows = ['email', 'title', 'names', 'company', 'street', 'city', 'country'] as const;

/** Placeholder of the address form while the cart is loading. */
export function AddressSkeleton() {
  return (
    <div className={styles.form} aria-busy="true">
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton shape="short" />
          <Skeleton className={styles.field} />
        </div>
      ))}
    </div>
  );
}
