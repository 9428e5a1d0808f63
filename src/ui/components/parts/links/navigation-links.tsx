import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type NavigationLink, type Route, routeOf } from '#core/rules/basics/site-paths.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';

export interface NavigationLinksProps {
  readonly links: readonly NavigationLink[];
  readonly onNavigate?: (() => void) | undefined;
  /** Link to mark as current although the URL does not match it. */
  readonly within?: Route | undefined;
}

/** Links as list items, for header, profile menu and footer; the current page is marked. */
export function NavigationLinks({ links, onNavigate, within }: NavigationLinksProps) {
  const label = useLinkLabel();
  const route = routeOf(useLocation().pathname);
  return links.map((link) => (
    <li key={link.route}>
      <ShopLink
        to={`${link.route}${link.search}`}
        aria-current={link.route === within ? 'true' : currentOf(link.route, route)}
        onClick={onNavigate}
      >
        {label(link)}
      </ShopLink>
    </li>
  ));
}

function useLinkLabel(): (link: NavigationLink) => string {
  const { t } = useTranslation('menu');
  return (link) => link.bare_label ?? t(`link.${link.key}` as 'link.courses');
}

function currentOf(link: string, route: string): 'page' | 'true' | undefined {
  if (route === link) return 'page';
  // Excludes "my data", whose address is the prefix of the other profile pages.
  return link !== '/profil' && route.startsWith(`${link}/`) ? 'true' : undefined;
}
