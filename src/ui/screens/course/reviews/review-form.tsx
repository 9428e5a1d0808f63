import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Review } from '#core/rules/review.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { TextArea } from '#ui/components/text-area/text-area.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { reviewSchema } from '#ui/forms/review-schema.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './reviews.module.css';
import { StarChoice } from './star-choice.tsx';

interface ReviewFormProps {
  readonly slug: string;
  /** What the learner has written already. */
  readonly own: Review | null;
  /** How the learner may want to be called. */
  readonly name: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** Stars, words and a name. */
export function ReviewForm({ slug, own, name, onSaved, onCancel }: ReviewFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const formText = useFormText();
  const failureText = useFailureText();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(reviewSchema),
    defaultValues: {
      stars: own === null ? '' : String(own.stars),
      text: own?.text ?? '',
      author: own?.author ?? name,
    },
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));

  const submit = handleSubmit(async ({ stars, ...words }) => {
    const answer = await actions.writeReview(slug, { ...words, stars: Number(stars) });
    if (answer.ok) onSaved();
    else if (!assignFailure(answer.error, ['stars', 'text', 'author'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} aria-label={t('reviews.form')}>
      <StarChoice field={register('stars')} error={said(errors.stars?.message)} />
      <TextArea
        label={t('reviews.text')}
        hint={t('reviews.text_hint')}
        rows={5}
        error={said(errors.text?.message)}
        {...register('text')}
      />
      <TextField
        label={t('reviews.author')}
        hint={t('reviews.author_hint')}
        isOptional
        autoComplete="nickname"
        error={said(errors.author?.message)}
        {...register('author')}
      />
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" isLoading={isSubmitting}>
          {t(own === null ? 'reviews.publish' : 'reviews.save')}
        </Button>
        <Button kind="text" onClick={onCancel}>
          {t('reviews.cancel')}
        </Button>
      </div>
    </form>
  );
}
