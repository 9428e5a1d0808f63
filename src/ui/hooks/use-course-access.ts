import { useShop, useStore } from './use-shop.ts';

/** Whether the learner may watch all of a course: it is theirs, or a membership runs (decisions §4). */
export function useMayWatch(courseId: string): boolean {
  return useStore(
    useShop().stores.session,
    (session) =>
      session.status === 'logged_in' &&
      (session.learner.is_subscribed || session.learner.courses.includes(courseId)),
  );
}

/** Whether the learner owns a course (specification §6). */
export function useOwnsCourse(courseId: string): boolean {
  const shop = useShop();
  return useStore(
    shop.stores.session,
    (session) => session.status === 'logged_in' && session.learner.courses.includes(courseId),
  );
}
