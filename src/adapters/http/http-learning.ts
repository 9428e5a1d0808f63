import { getLesson, listActivities, saveProgress } from '#api/learning.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Learning } from '#ports/learning.ts';
import type { ApiClient } from './api-client.ts';

/** Lessons and progress over HTTP. */
export function createHttpLearning(client: ApiClient): Learning {
  return {
    async getLesson(id) {
      return mapResult(await client.call(getLesson, { params: { id } }), ({ data }) => ({
        id: data.id,
        ...data.attributes,
      }));
    },
    async saveProgress({ lesson, progress, is_leaving }) {
      const request = { params: { lesson }, body: progress };
      return mapResult(
        await client.call(saveProgress, request, { is_leaving }),
        ({ data }) => data.attributes,
      );
    },
    async listActivities({ course, number, size }) {
      const query = { 'page[number]': number, 'page[size]': size, 'filter[course]': course };
      return mapResult(await client.call(listActivities, { query }), ({ data, meta }) => ({
        items: data.map(({ attributes }) => attributes),
        ...meta.page,
      }));
    },
  };
}
