import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { LessonHold } from '#core/model/learning.ts';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { awaitConfirmation } from './await-confirmation.ts';
import styles from './lesson.module.css';

interface HeldLessonProps {
  readonly lessonId: string;
  readonly hold: LessonHold;
}

/**
 * Shown in place of a film that is still on hold: the reason, and the next step
 * (docs/behaviour/consumer-rights.md#record-of-use). The page updates itself.
 */
export function HeldLesson({ lessonId, hold }: HeldLessonProps) {
  const { reason, order_id, opens_on } = hold;
  const { t } = useTranslation('base');
  const day = useDateText()(opens_on ?? '');
  if (reason === 'CONFIRMATION') return <AwaitedConfirmation lessonId={lessonId} hold={hold} />;
  if (reason === 'EARLY_START' && order_id !== null) {
    return (
      <EmptyState
        title={t('lesson.hold.early_title', { day })}
        text={t('lesson.hold.early_text')}
        action={<EarlyStart orderId={order_id} />}
      />
    );
  }
  return (
    <EmptyState title={t('lesson.hold.later_title', { day })} text={t('lesson.hold.later_text', { day })} />
  );
}

function AwaitedConfirmation({ lessonId, hold }: HeldLessonProps) {
  const { t } = useTranslation('base');
  const { api } = useShop();
  const { revalidate } = useRevalidator();
  // Updated while waiting, because the address of the confirmation expires.
  const [{ order_id, confirmation_url }, setHold] = useState(hold);

  useEffect(
    () =>
      awaitConfirmation({
        ask: () => api.getLesson({ params: { id: lessonId } }),
        onHeld: setHold,
        onOver: revalidate,
      }),
    [api, lessonId, revalidate],
  );

  const isBuyer = order_id !== null;
  return (
    <div role="status">
      <EmptyState
        title={t('lesson.hold.title')}
        text={t(isBuyer ? 'lesson.hold.text' : 'lesson.hold.gift_text')}
        action={
          confirmation_url !== null && (
            <a href={confirmation_url} target="_blank" rel="noopener">
              {t('lesson.hold.download')}
            </a>
          )
        }
      />
    </div>
  );
}

/** The form for the express request to begin before the withdrawal period ends (§ 357a (2) BGB). */
function EarlyStart({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('base');
  const { api } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, call, error } = useApiCall();
  const refusal = useRefusal(usePostedForm('early_start'), {});

  function submit(event: FormEvent): void {
    event.preventDefault();
    void call(() => api.requestEarlyStart({ params: { id: orderId } }), revalidate);
  }

  return (
    <PostForm className={styles.early} refusal={refusal} onSubmit={submit}>
      <input type="hidden" name="order_id" value={orderId} />
      <p className={styles.quiet}>{t('lesson.hold.early_request')}</p>
      <SubmitButton form="early_start" isLoading={isBusy}>
        {t('lesson.hold.early_button')}
      </SubmitButton>
      {error !== null && <Notice tone="error">{error}</Notice>}
    </PostForm>
  );
}
