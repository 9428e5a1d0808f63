import type { ReactNode } from 'react';
import { classNames } from '#ui/components/parts/class-names.ts';
import styles from './badge.module.css';

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'gold';
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles.badge, tone === 'gold' && styles.gold)}>{children}</span>;
}
