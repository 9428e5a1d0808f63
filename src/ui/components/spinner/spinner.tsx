import styles from './spinner.module.css';

/** Colours a spinner may have; gold is the product's default (specification §2 "Other UI"). */
export type SpinnerColour = 'gold' | 'ink' | 'paper';

/** A turning ring, decoration only: whoever shows it says "busy" in words or by aria-busy. */
export function Spinner({ colour = 'gold' }: { readonly colour?: SpinnerColour | undefined }) {
  return <span className={styles.spinner} data-colour={colour} aria-hidden="true" />;
}
