import { useLocation, useSearchParams } from 'react-router';
import type { PageLayout } from '#core/rules/layout.ts';
import { layoutFor } from '#core/rules/layout.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

export function useLayoutParts(): PageLayout {
  const locale = useLocale();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return layoutFor({ path: pathname, locale, query });
}
