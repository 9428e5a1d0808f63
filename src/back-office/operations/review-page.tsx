import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import * as z from 'zod/mini';
import { correspondenceEndpoints, type OperatorReview } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { lengths } from '#core/model/text-lengths.ts';
import styles from './correspondence.module.css';

export const reviewLoader = recordLoader(correspondenceEndpoints.getOperatorReview);

/** One review with the shop's answer. */
export function ReviewPage() {
  const review = useLoaderData<OperatorReview>();
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const { notice, showOutcome } = useAction();
  const { author, text, answer, product, stars, created_at, changed_at, hidden_at, history } = review;
  return (
    <>
      {notice}
      <RecordPage
        title={author}
        back={{ to: '/reviews', label: 'places.reviews' }}
        tags={hidden_at === null ? null : <Tag tone="bad">{t('reviews.hidden')}</Tag>}
        actions={<ReviewActions review={review} onOutcome={showOutcome} />}
        main={[
          { title: 'reviews.text', content: <p className={styles.text}>{text}</p> },
          {
            title: 'reviews.answer',
            isShown: answer !== null,
            content: <p className={styles.text}>{answer}</p>,
          },
        ]}
        side={[
          {
            title: 'reviews.product',
            content: (
              <Facts
                facts={[
                  { label: 'reviews.product', value: product },
                  { label: 'reviews.stars', value: `${stars} / 5` },
                  { label: 'reviews.written', value: moment(created_at) },
                  { label: 'reviews.changed', value: changed_at === created_at ? null : moment(changed_at) },
                  { label: 'reviews.hidden', value: hidden_at && moment(hidden_at) },
                ]}
              />
            ),
          },
          { title: 'history.title', isShown: history.length > 0, content: <History changes={history} /> },
        ]}
      />
    </>
  );
}

const { minimum, maximum } = lengths.reviewText;

interface ReviewActionsProps {
  readonly review: OperatorReview;
  /** Called with the outcome of an action. */
  readonly onOutcome: (text: string) => void;
}

function ReviewActions({ review: { id, answer, hidden_at }, onOutcome }: ReviewActionsProps) {
  const { t } = useTranslation('backOffice');
  const params = { id };
  const isHidden = hidden_at !== null;
  const label = isHidden ? 'reviews.show' : 'reviews.hide';
  return (
    <>
      <RecordAction
        label="reviews.reply"
        kind="gold"
        text={t('reviews.replyText')}
        form={{
          // An empty text deletes the answer.
          schema: z.object({
            text: z.union([
              z.literal(''),
              z.string().check(z.trim(), z.minLength(minimum), z.maxLength(maximum)),
            ]),
          }),
          fields: [{ name: 'text', label: 'reviews.answer', hint: 'reviews.answerHint', kind: 'long' }],
          defaultValues: { text: answer ?? '' },
          submitLabel: 'reviews.publish',
          send: ({ text }) =>
            call(correspondenceEndpoints.answerReview, {
              params,
              body: { text: text === '' ? null : text, seen: answer },
            }),
        }}
        onDone={() => onOutcome(t('reviews.replied'))}
      />
      <RecordAction
        label={label}
        text={t(isHidden ? 'reviews.showText' : 'reviews.hideText')}
        form={{
          schema: z.object({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)) }),
          fields: [{ name: 'reason', label: 'customer.reason', hint: 'customer.reasonHint', kind: 'long' }],
          defaultValues: { reason: '' },
          submitLabel: label,
          send: ({ reason }) =>
            call(correspondenceEndpoints.setReviewVisibility, {
              params,
              body: { is_hidden: !isHidden, reason },
            }),
        }}
        onDone={() => onOutcome(t(isHidden ? 'reviews.isShown' : 'reviews.isHidden'))}
      />
    </>
  );
}
