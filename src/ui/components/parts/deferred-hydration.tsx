import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/**
 * Content below the first view. React hydrates it after everything else and in small steps, or at once when a part of
 * it is pressed (docs/decisions/0007). Until then it contains `template[data-waits]`.
 */
export function DeferredHydration({ children }: { readonly children: ReactNode }) {
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
