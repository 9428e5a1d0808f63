import { classNames } from '#ui/components/parts/class-names.ts';
import styles from './icon.module.css';

/** Line icons on a 24 px grid, one path each; drawn in the text colour. */
const drawings = {
  arrow_right: 'M4 12h15.5M13.5 6l6 6-6 6',
  bag: 'M4 8h16l-1.4 11.2a1 1 0 0 1-1 .8H6.4a1 1 0 0 1-1-.8zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  burger: 'M3 7h18M3 12h18M3 17h18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron_down: 'm6 9.5 6 6 6-6',
  chevron_right: 'm9.5 6 6 6-6 6',
  chevron_up: 'm6 14.5 6-6 6 6',
  close: 'm6 6 12 12M18 6 6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  filter: 'M4 7h16M7 12h10M10 17h4',
  heart: 'M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z',
  help: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9M12 16.7v.1',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 11v5.5M12 7.7v.1',
  lock: 'M5.5 11h13v8.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  minus: 'M6 12h12',
  person: 'M8.4 8a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0zM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  play: 'M7 4.5v15l12.5-7.5z',
  plus: 'M6 12h12M12 6v12',
  search: 'M4.5 10.8a6.3 6.3 0 1 0 12.6 0a6.3 6.3 0 1 0-12.6 0zM15.5 15.5l5 5',
  star: 'M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8z',
  tag: 'M4 4.5h7.5l8.5 8.5-7 7L4.5 11.5zM7 8.7a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0z',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6',
  warning: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7.5v5.5M12 16.3v.1',
} satisfies Record<string, string>;

/** The name of an icon, or the path of one that only few pages need and pass themselves. */
export type IconName = keyof typeof drawings | `M${string}`;

/** A line icon, 1.25 em wide. Decorative: the control around it has the accessible name. */
export function Icon({
  name,
  className,
}: {
  readonly name: IconName;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      className={classNames(styles.icon, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={name in drawings ? drawings[name as keyof typeof drawings] : name} />
    </svg>
  );
}
