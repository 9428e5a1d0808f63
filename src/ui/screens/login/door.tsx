import type { ReactNode } from 'react';
import type { PictureRatio } from '#ui/components/picture/picture.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import styles from './door.module.css';

export interface DoorProps {
  readonly title: string;
  readonly lead: string;
  /** Name of the drawing beside the form; not shown on narrow screens. */
  readonly picture: string;
  readonly pictureNote: string;
  /** Upright by default. */
  readonly pictureRatio?: PictureRatio | undefined;
  readonly children: ReactNode;
}

/** The stage door: a drawing on one side, the form on the other. */
export function Door({ title, lead, picture, pictureNote, pictureRatio = '3/4', children }: DoorProps) {
  return (
    <div className={styles.door}>
      <figure className={styles.picture}>
        <Picture name={picture} alt="" width={456} ratio={pictureRatio} className={styles.drawing} />
        <figcaption>{pictureNote}</figcaption>
      </figure>
      <div className={styles.form}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </div>
  );
}
