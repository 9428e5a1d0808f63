import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import type { IconName } from '#ui/components/icon.tsx';
import { Icon } from '#ui/components/icon.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './button.module.css';

export interface ButtonLook {
  /** Gold is the default; a view has one gold button (specification §2 "Other UI"). */
  readonly kind?: 'gold' | 'outline' | 'text' | undefined;
  readonly size?: 'small' | 'large' | undefined;
  readonly isWide?: boolean | undefined;
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  /** Shows the spinner over the label and ignores every press, keeping focus where it is. */
  readonly isLoading?: boolean | undefined;
  readonly loadingColour?: SpinnerColour | undefined;
  readonly children: ReactNode;
}

/** The class names of a button, for links that look like one. */
export function buttonClasses(look: ButtonLook, className?: string): string | undefined {
  const { kind = 'gold', size = 'small', isWide = false } = look;
  return classNames(styles.button, styles[kind], styles[size], isWide && styles.wide, className);
}

/**
 * A button. While it is loading it stays focusable, is announced as busy and swallows presses, also those of implicit
 * form submission (Enter in a field), so nothing is sent twice. Before its script is there it is announced as disabled
 * and submits nothing, so no form leaves the page without its checks.
 */
export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    isWide,
    isLoading = false,
    loadingColour,
    className,
    type = 'button',
    onClick,
    children,
    ...rest
  } = props;

  const isHydrated = useHydrated();

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (isLoading) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={isHydrated ? type : 'button'}
      className={buttonClasses({ kind, size, isWide }, classNames(isLoading && styles.loading, className))}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || !isHydrated || rest['aria-disabled']}
      onClick={press}
    >
      <span className={styles.label}>{children}</span>
      {isLoading && (
        <span className={styles.spinner}>
          <Spinner colour={loadingColour} />
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName;
  /** What the button does, for screen readers and as tooltip. */
  readonly label: string;
}

/** A square button of 44 px that shows an icon only. With `aria-disabled` it keeps focus and swallows presses. */
export function IconButton({ icon, label, className, onClick, ...rest }: IconButtonProps) {
  const isHydrated = useHydrated();
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.iconButton, className)}
      aria-label={label}
      onClick={rest['aria-disabled'] === true ? undefined : onClick}
      title={label}
      aria-disabled={!isHydrated || rest['aria-disabled']}
      data-waits={isHydrated ? undefined : ''}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Colours a spinner may have; gold is the product's default (specification §2 "Other UI"). */
type SpinnerColour = 'gold' | 'ink' | 'paper';

/** A turning ring, decoration only: whoever shows it says "busy" in words or by aria-busy. */
export function Spinner({ colour = 'gold' }: { readonly colour?: SpinnerColour | undefined }) {
  return <span className={styles.ring} data-colour={colour} aria-hidden="true" />;
}
