import { useShop } from './use-shop.ts';
import { useStore } from './use-store.ts';

/** Whether the learner may watch all of a course: it is theirs, or a membership runs (decisions §4). */
export function useMayWatch(courseId: string): boolean {
  return useStore(
    useShop().stores.session,
    (session) =>
      session.status === 'logged_in' &&
      (session.learner.is_subscribed || session.learner.courses.includes(courseId)),
  );
}
