import type { ReactNode } from 'react';
import styles from './declaration.module.css';

/** A line of what is declared. */
export interface DeclaredRow {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is declared, as it goes to the shop and comes back in the receipt. */
export function DeclarationSheet({ rows }: { readonly rows: readonly DeclaredRow[] }) {
  return (
    <dl className={styles.sheet}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
