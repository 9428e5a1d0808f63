import { PageLinks } from '#ui/components/page-links/page-links.tsx';
import type { CourseFilter } from './course-filter.ts';
import { courseFilterPath } from './course-filter.ts';

export interface PagesProps {
  readonly filter: CourseFilter;
  readonly total: number;
  readonly size: number;
}

/** The pages of the list, which keep its filters. */
export function Pages({ filter, total, size }: PagesProps) {
  return (
    <PageLinks
      number={filter.page}
      last={Math.ceil(total / size)}
      pathOf={(page) => courseFilterPath({ ...filter, page })}
    />
  );
}
