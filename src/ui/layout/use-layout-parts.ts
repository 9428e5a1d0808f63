import { useLocation, useSearchParams } from 'react-router';
import { layoutFor, type PageLayout } from '#core/rules/content/layout.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

export function useLayoutParts(): PageLayout {
  const locale = useLocale();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return layoutFor({ path: pathname, locale, query });
}
