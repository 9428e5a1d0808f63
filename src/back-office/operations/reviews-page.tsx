import { correspondenceEndpoints, type OperatorReview } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';

const stars = ['1', '2', '3', '4', '5'] as const;

const reviews: ListDescription<OperatorReview> = {
  title: 'places.reviews',
  searchLabel: 'reviews.search',
  empty: 'reviews.empty',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'reviews.state',
      options: [
        { value: 'unanswered', label: 'reviews.unanswered' },
        { value: 'hidden', label: 'reviews.hidden' },
      ],
    },
    {
      kind: 'choice',
      name: 'stars',
      label: 'reviews.stars',
      options: stars.map((value) => ({ value, label: `names.stars.${value}` as const })),
    },
  ],
  columns: [
    { label: 'reviews.author', place: 'title', cell: ({ author }) => author },
    {
      label: 'reviews.text',
      place: 'main',
      cell: ({ text }) => (text.length > 90 ? `${text.slice(0, 90)} …` : text),
    },
    { label: 'reviews.product', place: 'meta', cell: ({ product }) => product },
    {
      label: 'reviews.state',
      place: 'meta',
      cell: ({ hidden_at, answer }, _, t) =>
        hidden_at !== null ? (
          <Tag tone="bad">{t('reviews.hidden')}</Tag>
        ) : (
          <Tag tone={answer === null ? 'waiting' : 'good'}>
            {t(answer === null ? 'reviews.unanswered' : 'reviews.answered')}
          </Tag>
        ),
    },
    {
      label: 'reviews.written',
      place: 'meta',
      cell: ({ changed_at }, { shortMoment }) => shortMoment(changed_at),
    },
    { label: 'reviews.stars', place: 'amount', cell: ({ stars: given }) => `${given} / 5` },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/reviews/${id}`,
  find: (query, signal) => call(correspondenceEndpoints.listOperatorReviews, { query }, { signal }),
};

export const reviewsLoader = listLoader(reviews);

export function ReviewsPage() {
  return <ListPage list={reviews} />;
}
