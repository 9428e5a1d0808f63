import { type ReactNode, useId } from 'react';
import styles from './profile.module.css';

interface ProfileSectionProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

/** One section of the profile: title at the left, content at the right. */
export function ProfileSection({ title, note, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className={styles.note}>{note}</p>
      </div>
      <div className={styles.matter}>{children}</div>
    </section>
  );
}
