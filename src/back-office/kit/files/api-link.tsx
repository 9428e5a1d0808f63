import type { MouseEvent, ReactNode } from 'react';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { askForSession } from '#back-office/kit/session-prompt.ts';

interface ApiLinkProps {
  readonly path: string;
  /** Accessible name, if the link text alone is unclear. */
  readonly label?: string;
  readonly children: ReactNode;
}

/**
 * Link to a file or page of the API in a new tab. Such a page cannot ask for a login, so the session is checked first.
 */
export function ApiLink({ path, label, children }: ApiLinkProps) {
  async function open(event: MouseEvent): Promise<void> {
    event.preventDefault();
    // Browsers block tabs that are opened after a request.
    const tab = window.open('about:blank', '_blank');
    // The opened page gets no access to this one.
    if (tab !== null) tab.opener = null;
    const session = await call(operatorSessionEndpoints.getOperatorSession, {}, { asksForSession: false });
    if (session.ok || session.error.code !== 'UNAUTHENTICATED') return tab?.location.replace(path);
    tab?.close();
    await askForSession(session.error.code);
  }
  return (
    <a href={path} target="_blank" rel="noreferrer" aria-label={label} onClick={(event) => void open(event)}>
      {children}
    </a>
  );
}
