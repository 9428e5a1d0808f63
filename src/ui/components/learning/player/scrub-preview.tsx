import { type PointerEvent, useEffect, useState } from 'react';
import type { Chapter, Media } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { partAt } from '#core/rules/learning/lesson-progress.ts';
import type { ScrubPicture } from '#core/rules/learning/storyboard.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './seek-bar.module.css';

/**
 * Tracks the pointer on the seek bar. `place` is the pointed position in seconds, null when the pointer is elsewhere.
 */
export function useScrubbing(length: number) {
  const [place, setPlace] = useState<number | null>(null);

  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPlace(Math.min(1, Math.max(0, (clientX - left) / width)) * length);
  }
  const leave = () => setPlace(null);
  return {
    place,
    handlers: {
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: leave,
      onPointerCancel: leave,
      // A touch ends the preview when the finger is lifted.
      onPointerUp: ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && leave(),
    },
  };
}

interface ScrubPreviewProps {
  readonly storyboard: Media['storyboard'];
  readonly chapters: readonly Chapter[];
  /** Seconds. */
  readonly place: number;
  readonly length: number;
}

/**
 * The preview above a position of the seek bar: picture, time and chapter (docs/behaviour/learning.md#adaptive-films).
 */
export function ScrubPreview({ storyboard, chapters, place, length }: ScrubPreviewProps) {
  const { actions } = useShop();
  const [pictures, setPictures] = useState<readonly ScrubPicture[]>([]);
  const address = storyboard?.url;

  useEffect(() => {
    if (address === undefined) return;
    let isGone = false;
    actions.readScrubPictures(address).then(
      (read) => {
        if (!isGone) setPictures(read);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [actions, address]);

  const picture = partAt(pictures, place);
  const chapter = partAt(chapters, place);
  return (
    <div
      className={styles.preview}
      style={{ left: `clamp(5rem, ${(100 * place) / length}%, 100% - 5rem)` }}
      aria-hidden="true"
    >
      {picture !== undefined && (
        <div
          className={styles.picture}
          data-picture
          style={{
            width: picture.width,
            height: picture.height,
            backgroundImage: `url("${picture.sheet}")`,
            backgroundPosition: `-${picture.left}px -${picture.top}px`,
          }}
        />
      )}
      <span>{clockDuration(Math.floor(place))}</span>
      {chapter !== undefined && <span className={styles.chapter}>{chapter.title}</span>}
    </div>
  );
}
