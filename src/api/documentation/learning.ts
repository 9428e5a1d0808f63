import type { Area } from './operation-text.ts';

export const learning = {
  title: 'Learning and wishes',
  description: 'Lessons, where one stopped in them, and what one wishes for.',
  operations: {
    getLesson: {
      summary: 'Read one lesson',
      description:
        'Free lessons for anyone, others for those who own the course or subscribe. The addresses of `media` are paths of this site and answer range requests; those of paid lessons carry a signature and work for four hours, so ask again rather than store them.',
      failures: ['FORBIDDEN'],
      example: { params: { id: 'duerer-das-leere-blatt' } },
    },
    listActivities: {
      summary: 'List watched lessons',
      description:
        'Newest first. This list takes `page` and `size` without brackets as well; `filter[course]` narrows it to one course.',
    },
    saveProgress: {
      summary: 'Keep where one stopped',
      description:
        'What is older than the stored progress changes nothing, so a late request of another device never sets back.',
      failures: ['FORBIDDEN'],
      example: {
        params: { lesson: 'duerer-das-leere-blatt' },
        body: { position_seconds: 75, is_finished: false },
      },
    },
    listWishes: { summary: 'List one’s own wishes', description: 'Newest first.' },
    addWish: {
      summary: 'Wish for a product',
      description: 'Again is answered alike.',
      failures: ['WISH_LIST_FULL'],
      example: { params: { product_id: 'course-clara-schumann' } },
    },
    removeWish: {
      summary: 'Take a wish back',
      description: 'What is not on the list is answered alike.',
      example: { params: { product_id: 'course-clara-schumann' } },
    },
  },
} as const satisfies Area;
