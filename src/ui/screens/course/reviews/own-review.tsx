import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Review } from '#core/rules/review.ts';
import { Button } from '#ui/components/button/button.tsx';
import { ConfirmDialog } from '#ui/components/dialog/confirm-dialog.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { ReviewForm } from './review-form.tsx';
import styles from './reviews.module.css';

interface OwnReviewProps {
  readonly slug: string;
  readonly own: Review | null;
  /** Whoever has lost the course keeps the right to take the review back. */
  readonly mayWrite: boolean;
}

/** Writing, changing and deleting one's own review; fetched for owners and authors only (decisions §8). */
export function OwnReview({ slug, own, mayWrite }: OwnReviewProps) {
  const { t } = useTranslation('base');
  const { actions, stores } = useShop();
  const failureText = useFailureText();
  const name = useStore(stores.session, (state) =>
    state.status === 'logged_in' ? state.learner.firstname : '',
  );
  const [isWriting, setWriting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const place = useRef<HTMLDivElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const afterDialog = useRef<HTMLElement>(null);

  function leave(): void {
    setWriting(false);
    place.current?.focus();
  }

  function say(text: 'saved' | 'removed'): void {
    actions.showNotification({
      title: { key: `base:reviews.${text}_title` },
      message: { key: `base:reviews.${text}` },
    });
  }

  function saved(): void {
    leave();
    void revalidate();
    say('saved');
  }

  function ask(): void {
    setFailure(null);
    afterDialog.current = remover.current;
    setAsking(true);
  }

  async function remove(): Promise<void> {
    const answer = await actions.removeReview(slug);
    if (!answer.ok) return setFailure(failureText(answer.error));
    // The button that asked goes away with the review.
    afterDialog.current = place.current;
    await revalidate();
    say('removed');
  }

  return (
    <div ref={place} tabIndex={-1} className={styles.own}>
      {isWriting ? (
        <ReviewForm slug={slug} own={own} name={name} onSaved={saved} onCancel={leave} />
      ) : (
        <div className={styles.buttons}>
          {mayWrite && (
            <Button kind="outline" onClick={() => setWriting(true)}>
              {t(own === null ? 'reviews.write' : 'reviews.change')}
            </Button>
          )}
          {own !== null && (
            <Button ref={remover} kind="text" onClick={ask}>
              {t('reviews.remove')}
            </Button>
          )}
        </div>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('reviews.remove_title')}
        description={t('reviews.remove_text')}
        confirmLabel={t('reviews.remove_confirm')}
        finalFocus={afterDialog}
        onConfirm={remove}
      />
    </div>
  );
}
