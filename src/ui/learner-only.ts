import { redirect } from 'react-router';
import { localePath } from '#core/rules/navigation.ts';
import type { Shop } from '#core/use-cases/shop.ts';

/**
 * Sends guests to the login, which leads them back; for loaders of pages that belong to a learner.
 * @throws Response the redirect.
 */
export function learnerOnly({ stores }: Shop, request: Request): void {
  if (stores.session.snapshot.status !== 'guest') return;
  const { pathname, searchParams } = new URL(request.url);
  // How the router asks for data alone.
  searchParams.delete('_routes');
  const path = pathname.replace(/\.data$/, '');
  const returnTo = encodeURIComponent(searchParams.size === 0 ? path : `${path}?${searchParams}`);
  throw redirect(`${localePath(stores.locale.snapshot.locale, '/auth/login')}?returnTo=${returnTo}`);
}
