import { useTranslation } from 'react-i18next';
import { useSubmit } from 'react-router';
import { Button } from '#ui/components/button/button.tsx';
import input from '#ui/components/field/input.module.css';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';
import type { CourseSort } from './course-filter.ts';
import { courseSorts, filterNames } from './course-filter.ts';
import { searchFormId } from './course-search.tsx';
import styles from './course-sort-select.module.css';

const labels = {
  position: 'courses.sort_position',
  title: 'courses.sort_title',
  price: 'courses.sort_price',
  '-price': 'courses.sort_price_down',
} as const;

/** The order of the list; it belongs to the search form, so it works without JavaScript by that form's button. */
export function CourseSortSelect({ sort }: { readonly sort: CourseSort }) {
  const { t } = useTranslation('base');
  const submit = useSubmit();
  return (
    <div className={styles.end}>
      <label>
        <VisuallyHidden>{t('courses.sort')}</VisuallyHidden>
        <select
          key={sort}
          name={filterNames.sort}
          form={searchFormId}
          defaultValue={sort}
          className={`${input.select} ${styles.select}`}
          onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          {courseSorts.map((value) => (
            <option key={value} value={value}>
              {t(labels[value])}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <Button type="submit" form={searchFormId} kind="outline">
          {t('courses.apply')}
        </Button>
      </noscript>
    </div>
  );
}
