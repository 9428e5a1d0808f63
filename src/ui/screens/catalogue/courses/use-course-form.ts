import { useNavigate, useNavigation } from 'react-router';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { type CourseFilter, courseFilterPath, readCourseFilter } from './course-filter.ts';

/** Id of the form that contains search, filters and sort order. */
export const courseFormId = 'course-search';

interface CourseForm {
  /** The filter that is loading, else the current one. */
  readonly wanted: CourseFilter;
  /** Opens the list for the form's values, without default values in the address. */
  readonly follow: (form: HTMLFormElement | null, options?: { readonly replace?: boolean }) => void;
}

/** State of the course list's form. It is a plain GET form; with JavaScript each change updates the list. */
export function useCourseForm(filter: CourseFilter): CourseForm {
  const navigate = useNavigate();
  const locale = useLocale();
  const { location } = useNavigation();
  const isHere = location?.pathname === localePath(locale, '/kurse');
  return {
    wanted: isHere ? readCourseFilter(new URLSearchParams(location.search)) : filter,
    follow(form, options) {
      if (form === null) return;
      const typed = new URLSearchParams(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      const path = localePath(locale, courseFilterPath(readCourseFilter(typed)));
      void navigate(path, { ...options, preventScrollReset: true });
    },
  };
}
