import type { Activity, LessonPage, Progress } from '#core/model/learning.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { Learning } from '#ports/learning.ts';
import type { Caller, MemoryHost, MemoryUser } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** Lessons of a host in memory, and where its learners stopped. */
export function createMemoryLearning(host: MemoryHost, caller: Caller): Learning {
  function find(id: string, user: MemoryUser | null): Result<LessonPage, CallFailure> {
    const lesson = host.facts.lessons.find((candidate) => candidate.id === id);
    if (lesson === undefined) return refuse('NOT_FOUND', 404);
    const { courses = [], is_subscribed = false } = user?.learner ?? {};
    const isOpen = lesson.is_free || is_subscribed || courses.includes(lesson.course.id);
    return isOpen ? ok(lesson) : refuse('FORBIDDEN', 403);
  }

  function progressOf(user: MemoryUser): Map<string, Progress> {
    const kept = host.progress.get(user.learner.sub) ?? new Map<string, Progress>();
    host.progress.set(user.learner.sub, kept);
    return kept;
  }

  return {
    async getLesson(id) {
      const user = callingUser(host, caller);
      const lesson = find(id, user);
      if (!lesson.ok) return err(lesson.error);
      return ok({ ...lesson.value, progress: user === null ? null : (progressOf(user).get(id) ?? null) });
    },
    async saveProgress({ lesson: id, progress }) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const lesson = find(id, user);
      if (!lesson.ok) return err(lesson.error);
      const kept = progressOf(user);
      const before = kept.get(id);
      if (before !== undefined && before.watched_at > progress.watched_at) return ok(before);
      const now = new Date(host.clock.now()).toISOString();
      const after = {
        position_seconds: Math.min(Math.floor(progress.position_seconds), lesson.value.length_seconds),
        is_finished: progress.is_finished || before?.is_finished === true,
        watched_at: [progress.watched_at, now].toSorted()[0] ?? now,
      };
      kept.set(id, after);
      return ok(after);
    },
    async listActivities({ course, number, size }) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const kept = progressOf(user);
      const watched = host.facts.lessons
        .filter((lesson) => course === undefined || lesson.course.id === course)
        .flatMap((lesson): Activity[] => {
          const progress = kept.get(lesson.id);
          return progress === undefined ? [] : [toActivity(lesson, progress)];
        })
        .toSorted((one, other) => other.watched_at.localeCompare(one.watched_at));
      return ok({
        items: watched.slice((number - 1) * size, number * size),
        number,
        size,
        total: watched.length,
      });
    },
  };
}

function toActivity(lesson: LessonPage, progress: Progress): Activity {
  const { id, title, length_seconds, number, media, course } = lesson;
  return {
    ...progress,
    lesson: { id, title, length_seconds, film_seconds: media?.length_seconds ?? null, number },
    course: { ...course, picture: course.slug },
  };
}
