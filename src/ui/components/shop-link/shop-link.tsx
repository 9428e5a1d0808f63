import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { Route } from '#core/rules/navigation.ts';
import { localePath } from '#core/rules/navigation.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useNearViewport } from '#ui/hooks/use-near-viewport.ts';

export interface ShopLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'prefetch' | 'ref'> {
  /** A route of the shop without the locale, with query and hash if need be: `/kurse?group=natur`. */
  readonly to: Route;
  /** What comes next is fetched once the link is within 200 px of the viewport; `never` leaves it. */
  readonly prefetch?: 'near' | 'never' | undefined;
}

/** A link inside the shop, in the language of the page, with a view transition where the browser has them. */
export function ShopLink({ to, prefetch = 'near', ...rest }: ShopLinkProps) {
  const locale = useLocale();
  const { ref, isNear } = useNearViewport<HTMLAnchorElement>(
    prefetch === 'near' && rest.reloadDocument !== true,
  );
  return (
    <Link
      viewTransition
      {...rest}
      ref={ref}
      to={localePath(locale, to)}
      prefetch={isNear ? 'render' : 'none'}
    />
  );
}
