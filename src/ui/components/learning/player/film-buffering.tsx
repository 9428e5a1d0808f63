import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/components/parts/button.tsx';
import styles from './film-player.module.css';

/** Delay in milliseconds before the message is shown. */
const shortWait = 1_500;

/**
 * Message over a film that is buffering: playback continues automatically (docs/behaviour/learning.md#stalled-line).
 */
export function FilmBuffering({ isWaiting }: { readonly isWaiting: boolean }) {
  const { t } = useTranslation('learning');
  const [isTold, setTold] = useState(false);
  const [isOnline, setOnline] = useState(true);

  useEffect(() => {
    if (!isWaiting) return;
    const follow = () => setOnline(navigator.onLine);
    const telling = setTimeout(() => {
      follow();
      setTold(true);
    }, shortWait);
    window.addEventListener('online', follow);
    window.addEventListener('offline', follow);
    return () => {
      clearTimeout(telling);
      window.removeEventListener('online', follow);
      window.removeEventListener('offline', follow);
      setTold(false);
    };
  }, [isWaiting]);

  return (
    <p className={styles.waiting} role="status" aria-label={t('player.line')}>
      {isTold && (
        <span className={styles.told}>
          <Spinner />
          {t(isOnline ? 'player.slow' : 'player.offline')}
        </span>
      )}
    </p>
  );
}
