import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';

/**
 * Reloads the page when its window gets the focus and another operator is logged in: all tabs share one session, so
 * actions in this tab would be carried out as the new operator. Returns a function that stops watching.
 */
export function watchOperator(id: string, tab: Pick<Window, 'addEventListener' | 'location'>): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  async function look(): Promise<void> {
    const session = await call(
      operatorSessionEndpoints.getOperatorSession,
      {},
      { signal, asksForSession: false },
    );
    if (session.ok && session.value.id !== id) tab.location.reload();
  }
  tab.addEventListener('focus', () => void look(), { signal });
  return () => watching.abort();
}
