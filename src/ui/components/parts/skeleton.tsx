import { classNames } from '#ui/components/parts/class-names.ts';
import styles from './skeleton.module.css';

/** Shapes of placeholders: a line of text, a heading, a price, posters 3:4 and 2:3, a square. */
export type SkeletonShape = 'line' | 'short' | 'title' | 'price' | 'poster' | 'book' | 'square' | 'block';

/** A grey placeholder for loading content. Its container needs `aria-busy`. */
export function Skeleton({
  shape = 'line',
  className,
}: {
  readonly shape?: SkeletonShape;
  readonly className?: string | undefined;
}) {
  return <div className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}
