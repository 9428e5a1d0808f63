import { useNavigation } from 'react-router';
import styles from './pending-bar.module.css';

/** A thin gold line while the next page is on its way; it only shows when that takes a moment. */
export function PendingBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.bar} aria-hidden="true" />;
}
