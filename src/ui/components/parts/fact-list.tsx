import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface FactListProps {
  /** Facts to show; false entries are skipped. */
  readonly facts: readonly (Fact | false)[];
  readonly className: string | undefined;
  /** Announces changes. */
  readonly isLive?: boolean | undefined;
}

/** A description list; each screen styles it. */
export function FactList({ facts, className, isLive = false }: FactListProps) {
  return (
    <dl className={className} aria-live={isLive ? 'polite' : undefined}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
