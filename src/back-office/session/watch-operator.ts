import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';

/**
 * Loads the page anew when its tab comes to the front and somebody else is logged in: all tabs have one session, so
 * what is done in a tab that still shows another operator would be done by the new one. Returns how to stop.
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
