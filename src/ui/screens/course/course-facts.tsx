import { useTranslation } from 'react-i18next';
import type { CourseDetails } from '#core/rules/catalogue.ts';
import { useLengthText } from '#ui/lengths.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './course-facts.module.css';

/** Four facts under the opening: lessons, length, what to bring, access. */
export function CourseFacts({ details }: { readonly details: CourseDetails }) {
  const { t } = useTranslation('base');
  const lengthText = useLengthText();
  const facts = [
    {
      name: `${t('course.facts.lessons', { count: details.lesson_count })} ${t('course.facts.parts', { count: details.parts.length })}`,
      value: details.lesson_count,
    },
    { name: t('course.facts.length'), value: lengthText(details.length_seconds) },
    { name: t('course.facts.level'), value: details.level },
    { name: t('course.facts.access'), value: t('course.facts.access_value') },
  ];
  return (
    <div className={layout.wrap}>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
