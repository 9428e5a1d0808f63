import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type NavigationLink, type Route, routeOf } from '#core/rules/basics/site-paths.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';

export interface NavigationLinksProps {
  readonly links: readonly NavigationLink[];
  readonly onNavigate?: (() => void) | undefined;
  /** A link to mark as current although it does not match the URL. */
  readonly within?: Route | undefined;
}

/** The links of header, profile menu or footer as list items; the current page is marked. */
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
  // The other profile pages are siblings of "my data", which has the shortest address.
  return link !== '/profil' && route.startsWith(`${link}/`) ? 'true' : undefined;
}
