import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import type { SpinnerColour } from '#ui/components/spinner/spinner.tsx';
import { Spinner } from '#ui/components/spinner/spinner.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './button.module.css';

export interface ButtonLook {
  /** Gold is the default; a view has one gold button (specification §2 "Other UI"). */
  readonly kind?: 'gold' | 'outline' | 'text' | undefined;
  readonly size?: 'small' | 'large' | undefined;
  readonly isWide?: boolean | undefined;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
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
