import { useNavigate, useNavigation } from 'react-router';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { type CourseFilter, courseFilterPath, readCourseFilter } from './course-filter.ts';

/** Id of the form that search, filters and sort order belong to. */
export const courseFormId = 'course-search';

interface CourseForm {
  /** The filter that is being loaded, else the shown one. */
  readonly wanted: CourseFilter;
  /** Opens the list as the form says, without default values in the address. */
  readonly follow: (form: HTMLFormElement | null, options?: { readonly replace?: boolean }) => void;
}

/** The form of the course list. It is a plain GET form; with JavaScript the list follows every change. */
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
