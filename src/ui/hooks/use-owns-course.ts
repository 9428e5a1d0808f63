import { useShop } from './use-shop.ts';
import { useStore } from './use-store.ts';

/** Whether the learner owns a course (specification §6). */
export function useOwnsCourse(courseId: string): boolean {
  const shop = useShop();
  return useStore(
    shop.stores.session,
    (session) => session.status === 'logged_in' && session.learner.courses.includes(courseId),
  );
}
