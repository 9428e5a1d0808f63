import { classNames } from '#ui/components/parts/class-names.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import styles from './logo.module.css';

export interface LogoProps {
  /** The shop's name from its configuration. */
  readonly name: string;
  /** Makes the link a full page load, which is required when leaving the checkout. */
  readonly reloadDocument?: boolean | undefined;
  readonly isCurrent?: boolean | undefined;
  /** On phones, shows only the symbol. */
  readonly isShortOnPhones?: boolean | undefined;
}

/** The shop's symbol and name; links to the home page. */
export function Logo({ name, reloadDocument, isCurrent, isShortOnPhones }: LogoProps) {
  return (
    <ShopLink
      to="/"
      className={styles.logo}
      reloadDocument={reloadDocument}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <svg viewBox="0 0 24 28" aria-hidden="true" focusable="false">
        <circle cx="12" cy="4" r="2.4" />
        <path d="M11 6.2 3.5 26M13 6.2 20.5 26M5 17.5c4.2 3.6 9.8 3.6 14 0" />
      </svg>
      <span className={classNames(styles.name, isShortOnPhones && styles.short)}>{name}</span>
    </ShopLink>
  );
}
