import { useEffect, useState } from 'react';
import type { MyCourse } from '#core/model/learning.ts';
import { courseToContinue } from '#core/rules/learning/lesson-progress.ts';
import { ContinueLearning } from '#ui/components/learning/continue-learning.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './home-continue.module.css';

/** Number of recent courses considered. If all of them are finished, nothing is shown. */
const lookedAt = 3;

/** For learners: the course to continue (docs/behaviour/learning.md#continue-from-the-home-page). */
export function HomeContinue() {
  const { api } = useShop();
  const [course, setCourse] = useState<MyCourse | null>(null);

  useEffect(() => {
    let isGone = false;
    api.listMyCourses({ query: { page: { size: lookedAt } } }).then((found) => {
      if (!isGone && found.ok) setCourse(courseToContinue(found.value.items) ?? null);
    });
    return () => {
      isGone = true;
    };
  }, [api]);

  if (course === null) return null;
  return (
    <div className={layout.wrap}>
      <ContinueLearning course={course} className={styles.box} />
    </div>
  );
}
