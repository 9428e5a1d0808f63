import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Review } from '#core/rules/review.ts';
import { Button } from '#ui/components/button/button.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { ReviewForm } from './review-form.tsx';
import styles from './reviews.module.css';

interface OwnReviewProps {
  readonly slug: string;
  readonly own: Review | null;
}

/** Writing and changing one's own review; fetched for owners only (decisions §8). */
export function OwnReview({ slug, own }: OwnReviewProps) {
  const { t } = useTranslation('base');
  const { actions, stores } = useShop();
  const name = useStore(stores.session, (state) =>
    state.status === 'logged_in' ? state.learner.firstname : '',
  );
  const [isWriting, setWriting] = useState(false);
  const { revalidate } = useRevalidator();
  const place = useRef<HTMLDivElement>(null);

  function leave(): void {
    setWriting(false);
    place.current?.focus();
  }

  function saved(): void {
    leave();
    void revalidate();
    actions.showNotification({
      title: { key: 'base:reviews.saved_title' },
      message: { key: 'base:reviews.saved' },
    });
  }

  return (
    <div ref={place} tabIndex={-1} className={styles.own}>
      {isWriting ? (
        <ReviewForm slug={slug} own={own} name={name} onSaved={saved} onCancel={leave} />
      ) : (
        <Button kind="outline" onClick={() => setWriting(true)}>
          {t(own === null ? 'reviews.write' : 'reviews.change')}
        </Button>
      )}
    </div>
  );
}
