import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { NavigationLink } from '#core/rules/navigation.ts';
import { routeOf } from '#core/rules/navigation.ts';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';

export interface NavigationLinksProps {
  readonly links: readonly NavigationLink[];
  readonly onNavigate?: (() => void) | undefined;
  /** Leaves out what is hidden on small screens (specification §2: books). */
  readonly isSmallScreen?: boolean | undefined;
}

/** The links of header, profile menu or footer as list items, with the current page marked. */
export function NavigationLinks({ links, onNavigate, isSmallScreen = false }: NavigationLinksProps) {
  const label = useLinkLabel();
  const route = routeOf(useLocation().pathname);
  return links
    .filter((link) => !(isSmallScreen && link.hides_on_small_screens))
    .map((link) => (
      <li key={link.route}>
        <ShopLink to={link.route} aria-current={currentOf(link.route, route)} onClick={onNavigate}>
          {label(link)}
        </ShopLink>
      </li>
    ));
}

/** Names a link in the page's language; a bare label is the same word everywhere. */
function useLinkLabel(): (link: NavigationLink) => string {
  const { t } = useTranslation('menu');
  return (link) => link.bare_label ?? t(`link.${link.key}` as 'link.courses');
}

function currentOf(link: string, route: string): 'page' | 'true' | undefined {
  if (route === link) return 'page';
  return route.startsWith(`${link}/`) ? 'true' : undefined;
}
