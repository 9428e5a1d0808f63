import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon, type IconName } from '#ui/components/parts/icon.tsx';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const icons: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};

export interface NoticeProps {
  readonly tone?: NoticeTone | undefined;
  readonly title?: ReactNode;
  readonly children: ReactNode;
  /**
   * Announces the notice when it appears; errors are always announced. One that is neither a warning nor takes the
   * focus is announced in a `NoticeRegion` instead.
   */
  readonly isLive?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A notice. If it is announced and appears when the focused element is removed, such as a form, it takes the focus. */
export function Notice({ tone = 'info', title, children, isLive = false, className }: NoticeProps) {
  const isUrgent = tone === 'error' || (tone === 'warning' && isLive);
  const role = isUrgent ? 'alert' : isLive ? 'status' : undefined;
  const place = useRef<HTMLDivElement>(null);
  const [focused] = useState(() => globalThis.document?.activeElement);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (role === undefined || focused?.isConnected !== false || place.current === null) return;
    place.current.tabIndex = -1;
    place.current.focus();
  }, []);

  return (
    <div ref={place} className={classNames(styles.notice, styles[tone], className)} role={role}>
      <Icon name={icons[tone]} />
      <div className={styles.words}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}

/** A live region for a notice that comes and goes. It is always mounted, so that the notice is announced. */
export function NoticeRegion({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={styles.region}>
      {children}
    </div>
  );
}
