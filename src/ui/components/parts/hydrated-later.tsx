import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/**
 * Parts below the first view. React makes them work after everything else, in pieces between other work, or at once
 * when somebody presses one of them (docs/decisions/0007). Until then they contain `template[data-waits]`.
 */
export function HydratedLater({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <Mark />
    </Suspense>
  );
}

function Mark() {
  return useHydrated() ? null : <template data-waits="" />;
}
