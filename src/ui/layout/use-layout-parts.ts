import { useLocation, useSearchParams } from 'react-router';
import type { Chrome } from '#core/rules/layout.ts';
import { chromeFor } from '#core/rules/layout.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

/** The parts of the layout that the current page shows. */
export function useLayoutParts(): Chrome {
  const locale = useLocale();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return chromeFor({ path: pathname, locale, query });
}
