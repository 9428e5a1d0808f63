import { type ReactNode, Suspense } from 'react';

/**
 * Parts below the first view. React makes them work after everything else, in pieces between other work, or at once when
 * somebody presses one of them (docs/decisions/0007).
 */
export function HydratedLater({ children }: { readonly children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
