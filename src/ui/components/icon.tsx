import type { ReactElement } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import styles from './icon.module.css';

/** Line icons on a 24 px grid in the text colour. */
const drawings = {
  arrow_right: <path d="M4 12h15.5M13.5 6l6 6-6 6" />,
  bag: (
    <>
      <path d="M4 8h16l-1.4 11.2a1 1 0 0 1-1 .8H6.4a1 1 0 0 1-1-.8z" />
      <path d="M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />
    </>
  ),
  burger: <path d="M3 7h18M3 12h18M3 17h18" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  chevron_down: <path d="m6 9.5 6 6 6-6" />,
  chevron_right: <path d="m9.5 6 6 6-6 6" />,
  chevron_up: <path d="m6 14.5 6-6 6 6" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eye_closed: (
    <path d="M3 10c2.2 3 5.4 4.8 9 4.8S18.8 13 21 10M5.5 13l-2 2.6M9.8 14.6 9 17.8M14.2 14.6l.8 3.2M18.5 13l2 2.6" />
  ),
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  full_screen: <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />,
  heart: <path d="M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z" />,
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9M12 16.7v.1" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.7v.1" />
    </>
  ),
  lock: (
    <>
      <path d="M5.5 11h13v8.5h-13z" />
      <path d="M8.5 11V7.5a3.5 3.5 0 0 1 7 0V11" />
    </>
  ),
  minus: <path d="M6 12h12" />,
  pause: <path d="M8 5v14M16 5v14" />,
  person: (
    <>
      <circle cx="12" cy="8" r="3.6" />
      <path d="M4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />
    </>
  ),
  picture_in_picture: <path d="M3.5 5.5h17v13h-17zM12 12h5.5v3.5H12z" />,
  play: <path d="M7 4.5v15l12.5-7.5z" />,
  plus: <path d="M6 12h12M12 6v12" />,
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.3" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  sound: <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />,
  sound_off: <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />,
  star: <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8z" />,
  tag: (
    <>
      <path d="M4 4.5h7.5l8.5 8.5-7 7L4.5 11.5z" />
      <circle cx="8.3" cy="8.7" r="1.3" />
    </>
  ),
  trash: <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6" />,
  warning: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.3v.1" />
    </>
  ),
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof drawings;

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
      {drawings[name]}
    </svg>
  );
}
