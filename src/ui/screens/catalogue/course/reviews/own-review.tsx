import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { Review } from '#core/model/review.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { normaliseLines } from '#core/model/typed-text.ts';
import { maxStars } from '#core/model/values.ts';
import { UnconfirmedEmail } from '#ui/components/accounts/unconfirmed-email.tsx';
import { starPath } from '#ui/components/catalogue/rating.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { ConfirmDialog } from '#ui/components/parts/dialog/dialog.tsx';
import { FieldError } from '#ui/components/parts/fields/choices.tsx';
import { TextArea, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import {
  PostForm,
  SubmitButton,
  usePostedForm,
  useRefusal,
  WithoutScript,
} from '#ui/components/parts/fields/post-form.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { formMessage, optionalLine } from '#ui/forms/field-schemas.ts';
import type { RefusedForm } from '#ui/forms/form-action.ts';
import { type OptionProps, useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './reviews.module.css';

/** Schema of a review; radio buttons return strings. */
export const reviewSchema = z.object({
  stars: z.string(formMessage('Bitte wählen Sie, wie viele Sterne Sie geben.')).check(
    z.refine((value) => Number(value) >= 1 && Number(value) <= maxStars, {
      error: formMessage('Bitte wählen Sie, wie viele Sterne Sie geben.'),
    }),
  ),
  text: z
    .string()
    .check(
      z.overwrite(normaliseLines),
      z.minLength(lengths.reviewText.minimum, formMessage('Bitte schreiben Sie mindestens einen Satz.')),
      z.maxLength(
        lengths.reviewText.maximum,
        formMessage('Bitte kürzen Sie Ihre Bewertung auf 2000 Zeichen.'),
      ),
    ),
  author: optionalLine(lengths.reviewAuthor, 'Bitte kürzen Sie den Namen auf 60 Zeichen.'),
});

interface OwnReviewProps {
  readonly slug: string;
  readonly own: Review | null;
  /** Whether the learner still has access. If not, the review can only be deleted. */
  readonly mayWrite: boolean;
}

/** Writes, changes and deletes the learner's review; loaded for owners and authors only. */
export function OwnReview({ slug, own, mayWrite }: OwnReviewProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const failureText = useFailureText();
  const name = useLearner()?.firstname ?? '';
  const posted = usePostedForm('review');
  const removalRefusal = useRefusal(usePostedForm('remove_review'), {});
  const [isWriting, setWriting] = useState(posted !== null);
  const [isConfirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const container = useRef<HTMLDivElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const afterDialog = useRef<HTMLElement>(null);

  function closeForm(): void {
    setWriting(false);
    container.current?.focus();
  }

  function notify(text: 'saved' | 'removed'): void {
    actions.showNotification({
      title: { key: `base:reviews.${text}_title` },
      message: { key: `base:reviews.${text}` },
    });
  }

  function saved(): void {
    closeForm();
    void revalidate();
    notify('saved');
  }

  function confirmRemoval(): void {
    setFailure(null);
    afterDialog.current = removeButton.current;
    setConfirming(true);
  }

  async function remove(): Promise<void> {
    const response = await actions.removeReview(slug);
    if (!response.ok) return setFailure(failureText(response.error));
    // The button that opened the dialog is removed with the review.
    afterDialog.current = container.current;
    await revalidate();
    notify('removed');
  }

  const reviewForm = (
    <ReviewForm slug={slug} own={own} name={name} posted={posted} onSaved={saved} onCancel={closeForm} />
  );
  return (
    <div ref={container} tabIndex={-1} className={styles.own}>
      {isWriting ? (
        reviewForm
      ) : (
        <div className={styles.buttons}>
          <WithoutScript>
            {() => (
              <>
                {mayWrite && reviewForm}
                {own !== null && (
                  <PostForm refusal={removalRefusal}>
                    <SubmitButton form="remove_review" kind="text">
                      {t('reviews.remove')}
                    </SubmitButton>
                  </PostForm>
                )}
              </>
            )}
          </WithoutScript>
          {mayWrite && (
            <Button kind="outline" onClick={() => setWriting(true)}>
              {t(own === null ? 'reviews.write' : 'reviews.change')}
            </Button>
          )}
          {own !== null && (
            <Button ref={removeButton} kind="text" onClick={confirmRemoval}>
              {t('reviews.remove')}
            </Button>
          )}
        </div>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('reviews.remove_title')}
        description={t('reviews.remove_text')}
        confirmLabel={t('reviews.remove_confirm')}
        finalFocus={afterDialog}
        onConfirm={remove}
      />
    </div>
  );
}

const choices = Array.from({ length: maxStars }, (_, index) => index + 1);

interface ReviewFormProps {
  readonly slug: string;
  readonly own: Review | null;
  /** Suggested author name. */
  readonly name: string;
  /** Form that the server rejected without JavaScript. */
  readonly posted: RefusedForm | null;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function ReviewForm({ slug, own, name, posted, onSaved, onCancel }: ReviewFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const form = useSchemaForm(reviewSchema, {
    posted,
    defaultValues: {
      stars: own === null ? '' : String(own.stars),
      text: own?.text ?? '',
      author: own?.author ?? name,
    },
  });

  const submit = form.handleSubmit(async ({ stars, ...words }) => {
    const response = await actions.writeReview(slug, { ...words, stars: Number(stars) });
    if (response.ok) onSaved();
    else form.showFailure(response.error);
  });

  // Registered first, because the first invalid field in order of registration gets the focus.
  const radios = choices.map((stars) => form.option('stars', String(stars)));

  return (
    <div className={styles.writing}>
      <UnconfirmedEmail text={(email) => t('reviews.unconfirmed', { email })} />
      <PostForm
        className={styles.form}
        refusal={form.refusal}
        onSubmit={submit}
        aria-label={t('reviews.form')}
      >
        <StarChoice id={`${form.id}-stars`} radios={radios} error={form.errorOf('stars')} />
        <TextArea label={t('reviews.text')} hint={t('reviews.text_hint')} rows={5} {...form.field('text')} />
        <TextField
          label={t('reviews.author')}
          hint={t('reviews.author_hint')}
          isOptional
          autoComplete="nickname"
          {...form.field('author')}
        />
        <p className={styles.quiet}>{t('reviews.watched_note')}</p>
        {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
        <div className={styles.buttons}>
          <SubmitButton form="review" isLoading={form.isSubmitting}>
            {t(own === null ? 'reviews.publish' : 'reviews.save')}
          </SubmitButton>
          <Button kind="text" onClick={onCancel}>
            {t('reviews.cancel')}
          </Button>
        </div>
      </PostForm>
    </div>
  );
}

interface StarChoiceProps {
  readonly id: string;
  /** Props of the radio buttons, in ascending order of stars. */
  readonly radios: readonly OptionProps[];
  readonly error: string | undefined;
}

/** Five radio buttons displayed as stars; those up to the chosen one are filled. */
function StarChoice({ id, radios, error }: StarChoiceProps) {
  const { t } = useTranslation('base');
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.starChoice}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={styles.starLegend}>{t('reviews.stars')}</legend>
      <div className={styles.starRow}>
        {radios.map((radio, index) => (
          <label key={radio.id} className={styles.star}>
            <input type="radio" {...radio} aria-invalid={error !== undefined || undefined} />
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={starPath} />
            </svg>
            <VisuallyHidden>{t('reviews.give', { count: index + 1 })}</VisuallyHidden>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error ?? null}</FieldError>
    </fieldset>
  );
}
