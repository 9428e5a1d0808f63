import { useLocation, useSearchParams } from 'react-router';
import type { Chrome } from '#core/rules/layout.ts';
import { chromeFor } from '#core/rules/layout.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

/** What the frame shows on the present page; which parts that are is for the rules to say (specification §2). */
export function useLayoutParts(): Chrome {
  const locale = useLocale();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return chromeFor({ path: pathname, locale, query });
}
