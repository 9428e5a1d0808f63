import type { MouseEvent, ReactNode } from 'react';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { askForSession } from '#back-office/kit/session-gate.ts';

interface ApiLinkProps {
  readonly path: string;
  /** What the link is called where its words alone do not say it. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to a file or page of the API in a new tab, which cannot ask for a session: without one the login is shown. */
export function ApiLink({ path, label, children }: ApiLinkProps) {
  async function open(event: MouseEvent): Promise<void> {
    event.preventDefault();
    // Browsers block tabs that are opened later.
    const tab = window.open('about:blank', '_blank');
    // What it shows gets no way back to this page.
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
