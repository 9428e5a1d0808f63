import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { InlineScript } from './page-scripts.tsx';

/**
 * Moves the token of a mailed link (`#token=…`) from the address to the history state before anything else runs. There
 * it survives a reload and going back, and is never part of a request (docs/behaviour/accounts.md#tokens-of-links). For
 * the head of pages whose handle has `takesMailToken`.
 */
export function MailTokenScript() {
  return <InlineScript text={import.meta.env.SSR ? `(${takeMailToken})()` : ''} />;
}

/**
 * Serialised into the page, so it can use nothing but browser APIs. The router stores the state of an entry as `usr`,
 * and replaces entries without a `key`.
 */
function takeMailToken(): void {
  // Adds the token to a form that is sent before hydration.
  addEventListener('submit', ({ target }) => {
    const field = target instanceof HTMLFormElement ? target.elements.namedItem('token') : null;
    const kept: unknown = history.state?.usr?.mailToken;
    if (field instanceof HTMLInputElement && typeof kept === 'string') field.value = kept;
  });
  const mailToken = new URLSearchParams(location.hash.slice(1)).get('token');
  if (mailToken === null) return;
  const key = Math.random().toString(36).slice(2);
  history.replaceState(
    { key, ...history.state, usr: { mailToken } },
    '',
    location.pathname + location.search,
  );
}

/**
 * Returns the token of the mailed link that opened this page. Null before hydration, because the server never receives
 * it; empty if the link has none.
 */
export function useMailToken(): string | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  // A link opened in a tab that already shows its page loads no document, so the script does not run again.
  const late = isHydrated ? new URLSearchParams(hash.slice(1)).get('token') : null;
  useEffect(() => {
    if (late !== null) void navigate({ pathname, search }, { replace: true, state: { mailToken: late } });
  }, [late, pathname, search, navigate]);
  if (!isHydrated || late !== null) return null;
  return mailTokenOf(state);
}

function mailTokenOf(state: unknown): string {
  const isKept = typeof state === 'object' && state !== null && 'mailToken' in state;
  return isKept && typeof state.mailToken === 'string' ? state.mailToken : '';
}
