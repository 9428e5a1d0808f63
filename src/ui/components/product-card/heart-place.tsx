import { lazy, Suspense, useEffect, useState } from 'react';
import { takeIdleTurn } from '#ui/hooks/idle-turn.ts';
import styles from './product-card.module.css';

const WishHeart = lazy(async () => ({
  default: (await import('#ui/components/wish/wish-heart.tsx')).WishHeart,
}));

interface HeartPlaceProps {
  readonly product: { readonly id: string; readonly title: string };
}

/** The heart of a card. It comes after the page, and one card after the other: it lies over the picture, so nothing moves. */
export function HeartPlace({ product }: HeartPlaceProps) {
  const [isItsTurn, setItsTurn] = useState(false);
  useEffect(() => takeIdleTurn(() => setItsTurn(true)), []);

  return (
    isItsTurn && (
      <div className={styles.heart}>
        <Suspense fallback={null}>
          <WishHeart product={product} />
        </Suspense>
      </div>
    )
  );
}
