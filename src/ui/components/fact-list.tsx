import type { ReactNode } from 'react';

/** A name with its value. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface FactListProps {
  /** False leaves a fact out. */
  readonly facts: readonly (Fact | false)[];
  readonly className: string | undefined;
}

/** Names and values as a description list; the screen says how it looks. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={className}>
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
