import type { ReactNode } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import styles from './badge.module.css';

/** A small label on a picture or beside a title. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'gold';
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles.badge, tone === 'gold' && styles.gold)}>{children}</span>;
}
