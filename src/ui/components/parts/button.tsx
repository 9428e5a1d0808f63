import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon, type IconName } from '#ui/components/parts/icon.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './button.module.css';

export interface ButtonLook {
  /** Gold is the default; use one gold button per view. */
  readonly kind?: 'gold' | 'outline' | 'text' | undefined;
  readonly size?: 'small' | 'large' | undefined;
  readonly isWide?: boolean | undefined;
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  /** Shows a spinner over the label and ignores presses; the focus stays. */
  readonly isLoading?: boolean | undefined;
  readonly loadingColour?: SpinnerColour | undefined;
  /** Whether the form has an action on the server, so that the button works before hydration, too. */
  readonly worksWithoutScript?: boolean;
  readonly children: ReactNode;
}

/** Returns the class names of a button, for links that look like one. */
export function buttonClasses(look: ButtonLook, className?: string): string | undefined {
  const { kind = 'gold', size = 'small', isWide = false } = look;
  return classNames(styles.button, styles[kind], styles[size], isWide && styles.wide, className);
}

/**
 * A button. While loading it stays focusable, is announced as busy and ignores presses and implicit form submission
 * (Enter in a field), so nothing is sent twice. Before hydration it does not submit, unless the form works without
 * JavaScript; the press is recorded and replayed (docs/behaviour/navigation-and-layout.md#early-presses).
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
    worksWithoutScript = false,
    onClick,
    children,
    ...rest
  } = props;

  const isHydrated = useHydrated();
  const works = isHydrated || worksWithoutScript;

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (isLoading) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={works ? type : 'button'}
      className={buttonClasses({ kind, size, isWide }, classNames(isLoading && styles.loading, className))}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || rest['aria-disabled']}
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
  /** Accessible name and tooltip. */
  readonly label: string;
}

/** A square button of 44 px with an icon only. With `aria-disabled` it stays focusable and ignores presses. */
export function IconButton({ icon, label, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.iconButton, className)}
      aria-label={label}
      onClick={rest['aria-disabled'] === true ? undefined : onClick}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Colours of the spinner; gold is the default. */
type SpinnerColour = 'gold' | 'ink' | 'paper';

/** A rotating ring. Decorative: the container announces the waiting by text or `aria-busy`. */
export function Spinner({ colour = 'gold' }: { readonly colour?: SpinnerColour | undefined }) {
  return <span className={styles.ring} data-colour={colour} aria-hidden="true" />;
}
