import { data, redirect } from 'react-router';
import { localePath } from '#core/rules/navigation.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import type { Shop } from '#core/storefront/shop.ts';

/**
 * The value of a page's main call, for loaders that cannot show anything without it.
 * @throws Response data with status 404 when the host does not have it or keeps it to itself, 410 when it is sold no
 * more, else 503.
 */
export function valueOrThrow<Value>(answer: Result<Value, CallFailure>): Value {
  if (answer.ok) return answer.value;
  const { status } = answer.error;
  const isHidden = [401, 403, 404, 422].includes(status);
  throw data(null, { status: status === 410 ? 410 : isHidden ? 404 : 503 });
}

/**
 * Sends guests to the login, which leads them back; for loaders of pages that belong to a learner.
 * @throws Response the redirect.
 */
export function requireLogin({ stores }: Shop, request: Request): void {
  if (stores.session.snapshot.status !== 'guest') return;
  const { pathname, searchParams } = new URL(request.url);
  // How the router asks for data alone.
  searchParams.delete('_routes');
  const path = pathname.replace(/\.data$/, '');
  const returnTo = encodeURIComponent(searchParams.size === 0 ? path : `${path}?${searchParams}`);
  throw redirect(`${localePath(stores.locale.snapshot.locale, '/auth/login')}?returnTo=${returnTo}`);
}
