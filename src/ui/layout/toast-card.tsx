import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification, NotificationText } from '#core/storefront/page-stores.ts';
import { IconButton } from '#ui/components/button.tsx';
import { classNames } from '#ui/components/class-names.ts';
import type { IconName } from '#ui/components/icon.tsx';
import { Icon } from '#ui/components/icon.tsx';
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

/** One message on paper. It leaves by an animation and is gone from the page afterwards. */
export function ToastCard({ notification, onClose }: ToastCardProps) {
  const { t } = useTranslation('component');
  const say = useNotificationText(notification);
  const [isGone, setGone] = useState(false);
  const { isShow, type, isHTML } = notification;
  const title = say(notification.title);
  const message = say(notification.message);

  useEffect(() => {
    if (!isShow && matchMedia('(prefers-reduced-motion: reduce)').matches) setGone(true);
  }, [isShow]);

  if (isGone) return null;
  return (
    <div
      className={classNames(styles.toast, styles[type], !isShow && styles.leaving)}
      role={type === 'error' ? 'alert' : undefined}
      data-theme="paper"
      onAnimationEnd={(event) => {
        if (!isShow && event.target === event.currentTarget) setGone(true);
      }}
    >
      <Icon name={icons[type]} className={styles.icon} />
      <div className={styles.words}>
        {title !== '' && <p className={styles.title}>{title}</p>}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML comes from the host, which has sanitised it */}
        {isHTML ? <div dangerouslySetInnerHTML={{ __html: message }} /> : <p>{message}</p>}
      </div>
      <IconButton icon="close" label={t('toast.close')} onClick={onClose} />
      {isShow && <span className={styles.time} aria-hidden="true" />}
    </div>
  );
}

/** Says a notification's texts: plain text as it is, keys in the language of the page, whose namespaces are brought. */
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
