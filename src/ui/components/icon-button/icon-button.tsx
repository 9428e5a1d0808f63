import type { ComponentProps } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import type { IconName } from '#ui/components/icon/icon.tsx';
import { Icon } from '#ui/components/icon/icon.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
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
      className={classNames(styles.button, className)}
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
