import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from 'react-router';
import { buttonClasses, IconButton, Spinner } from '#ui/components/parts/button.tsx';
import input from '#ui/components/parts/fields/input.module.css';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { type CourseFilter, courseSorts, filterNames } from './course-filter.ts';
import styles from './course-search.module.css';
import { courseFormId, useCourseForm } from './use-course-form.ts';

/** Debounce in milliseconds before the list is updated. */
const restBeforeSearch = 300;

/** The search field. A plain form without JavaScript; with it the list is updated while typing. */
export function CourseSearch({ filter }: { readonly filter: CourseFilter }) {
  const { t } = useTranslation('base');
  const { wanted, follow } = useCourseForm(filter);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSearching = wanted.q !== filter.q;

  useEffect(() => () => clearTimeout(timer.current), []);

  // Text typed before hydration caused no event, so it is searched for now.
  const searchTyped = useEffectEvent((element: HTMLInputElement) => {
    if (element.value !== filter.q) searchSoon(element.form);
  });
  useEffect(() => {
    if (field.current !== null) searchTyped(field.current);
  }, []);

  // The URL can also change by going back or by removing a filter; the input is then updated.
  const shown = useRef(filter.q);
  useEffect(() => {
    const element = field.current;
    if (element === null || shown.current === filter.q) return;
    shown.current = filter.q;
    if (document.activeElement !== element) element.value = filter.q;
  }, [filter.q]);

  function searchSoon(form: HTMLFormElement | null): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => follow(form, { replace: true }), restBeforeSearch);
  }

  return (
    <search>
      <Form
        id={courseFormId}
        method="get"
        className={styles.form}
        preventScrollReset
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          follow(event.currentTarget);
        }}
      >
        {filter.group !== '' && <input type="hidden" name={filterNames.group} value={filter.group} />}
        <label>
          <VisuallyHidden>{t('courses.search')}</VisuallyHidden>
          <input
            ref={field}
            type="search"
            name={filterNames.q}
            defaultValue={filter.q}
            placeholder={t('courses.search_placeholder')}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            className={`${input.input} ${styles.input}`}
            onChange={(event) => searchSoon(event.currentTarget.form)}
          />
        </label>
        <span className={styles.end}>
          {isSearching ? (
            <Spinner />
          ) : (
            <IconButton type="submit" icon="search" label={t('courses.search_submit')} />
          )}
        </span>
      </Form>
    </search>
  );
}

/** The sort order; part of the search form, so that its button works without JavaScript. */
export function CourseSortSelect({ filter }: { readonly filter: CourseFilter }) {
  const { sort } = filter;
  const { t } = useTranslation('base');
  const { follow } = useCourseForm(filter);
  return (
    <div className={styles.sort}>
      <label>
        <VisuallyHidden>{t('courses.sort')}</VisuallyHidden>
        <select
          key={sort}
          name={filterNames.sort}
          form={courseFormId}
          defaultValue={sort}
          className={`${input.select} ${styles.select}`}
          onChange={(event) => follow(event.currentTarget.form)}
        >
          {courseSorts.map((value) => (
            <option key={value} value={value}>
              {t(`courses.sort_${value}`)}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" form={courseFormId} className={buttonClasses({ kind: 'outline' })}>
          {t('courses.apply')}
        </button>
      </noscript>
    </div>
  );
}
