import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification, NotificationText } from '#core/storefront/kernel/page-stores.ts';
import { IconButton } from '#ui/components/parts/button.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon, type IconName } from '#ui/components/parts/icon.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import styles from './notification-toast.module.css';

const icons: Record<Notification['type'], IconName> = {
  success: 'check',
  info: 'info',
  warning: 'warning',
  error: 'warning',
};

export interface ToastCardProps {
  readonly notification: Notification;
  readonly onClose: () => void;
}

/** One message. It is removed after its closing animation. */
export function ToastCard({ notification, onClose }: ToastCardProps) {
  const { t } = useTranslation('component');
  const [isGone, setGone] = useState(false);
  /** Element that had the focus before the message. */
  const before = useRef<EventTarget | null>(null);
  const { isShow, type } = notification;

  useEffect(() => {
    if (!isShow && matchMedia('(prefers-reduced-motion: reduce)').matches) setGone(true);
  }, [isShow]);

  function close({ currentTarget }: MouseEvent): void {
    const { current } = before;
    if (currentTarget === document.activeElement && current instanceof HTMLElement) {
      const heir = current.isConnected ? current : document.getElementById('content');
      heir?.focus({ preventScroll: true });
    }
    onClose();
  }

  if (isGone) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus comes from
    <div
      className={classNames(styles.toast, styles[type], !isShow && styles.leaving)}
      role={type === 'error' ? 'alert' : undefined}
      data-theme="paper"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onAnimationEnd={(event) => {
        if (!isShow && event.target === event.currentTarget) setGone(true);
      }}
    >
      <Icon name={icons[type]} className={styles.icon} />
      <div className={styles.words}>
        <NotificationWords notification={notification} />
      </div>
      <IconButton icon="close" label={t('toast.close')} onClick={close} />
      {isShow && <span className={styles.time} aria-hidden="true" />}
    </div>
  );
}

export interface RecentMessagesProps {
  readonly messages: readonly Notification[];
}

/** The last messages as a list, newest first, for visitors who could not read them in time. */
export function RecentMessages({ messages }: RecentMessagesProps) {
  const { t } = useTranslation('component');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.last} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('toast.last', { count: messages.length })}</summary>
      {isOpen && (
        <List className={styles.recent}>
          {messages.map((message) => (
            <li key={message.id}>
              <NotificationWords notification={message} />
            </li>
          ))}
        </List>
      )}
    </details>
  );
}

function NotificationWords({ notification }: { readonly notification: Notification }) {
  const translate = useNotificationText(notification);
  const title = translate(notification.title);
  const message = translate(notification.message);
  return (
    <>
      {title !== '' && <p className={styles.title}>{title}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      {notification.isHTML ? <div dangerouslySetInnerHTML={{ __html: message }} /> : <p>{message}</p>}
    </>
  );
}

/**
 * Returns a function that translates a notification's texts: plain text stays unchanged, keys are translated after
 * their namespaces were loaded.
 */
function useNotificationText(notification: Notification): (text: NotificationText) => string {
  const named = [notification.title, notification.message].flatMap((text) =>
    'key' in text && text.key.includes(':') ? [text.key.split(':', 1)[0]] : [],
  );
  const { t, i18n } = useTranslation(['component', ...named] as ['component']);
  return (text) => {
    if ('text' in text) return text.text;
    if (i18n.exists(text.key)) return t(text.key as 'component:failure.other', { ...text.params });
    return text.key.endsWith('.title') ? '' : t('component:failure.other');
  };
}
