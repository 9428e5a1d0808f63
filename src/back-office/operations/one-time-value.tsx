import { CopyButton } from '#back-office/kit/copy-button.tsx';
import styles from './administration.module.css';

interface OneTimeValueProps {
  readonly text: string;
  readonly value: string;
}

/** A secret that is shown once, with a button that copies it. */
export function OneTimeValue({ text, value }: OneTimeValueProps) {
  return (
    <>
      <p>{text}</p>
      <code className={styles.secret}>{value}</code>
      <CopyButton value={value} />
    </>
  );
}
