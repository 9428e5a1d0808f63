import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorRateLimitsOf } from '#api/operator-rate-limit-policy.ts';
import { type Limit, type LimitName, limits, rateLimitsOf } from '#api/rate-limit-policy.ts';
import type { Span, SpanFacts, SpanStart, Tracing } from '#ports/tracing.ts';

/**
 * The limits that each call declares and that its service counts itself, by the name of the call. `createCallLimits`
 * counts the others as they are declared.
 */
const declared: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...declaredBy(endpoints, rateLimitsOf),
  ...declaredBy(operatorEndpoints, operatorRateLimitsOf),
]);

function declaredBy<Key extends string>(
  all: Readonly<Record<Key, { readonly name: string }>>,
  policy: Readonly<Record<Key, readonly LimitName[]>>,
) {
  return (Object.keys(policy) as Key[]).map((key) => {
    const ofService = policy[key].filter((name) => (limits[name] as Limit).counts === 'cases');
    return [all[key].name, new Set<string>(ofService)] as const;
  });
}

/** Limits that services counted or checked, by the name of the call. */
type TakenLimits = Readonly<Record<string, readonly string[]>>;

const isOfService = (name: string) => (limits as Readonly<Record<string, Limit>>)[name]?.counts === 'cases';

/**
 * Traces for a test shop, from which it learns which limits each call takes. After the last test of the file they are
 * stored for the check of the whole run; a limit that its call does not declare fails the file.
 */
export function recordTakenLimits(): Tracing {
  const taken = new Map<string, Set<string>>();
  afterAll(() => {
    const stored: TakenLimits = Object.fromEntries([...taken].map(([call, names]) => [call, [...names]]));
    writeFileSync(join(inject('takenLimitsFolder'), `${randomUUID()}.json`), JSON.stringify(stored));
    const undeclared = [...taken].flatMap(([call, names]) =>
      [...names].filter((name) => declared.get(call)?.has(name) === false).map((name) => `${call} ${name}`),
    );
    if (undeclared.length > 0)
      throw new Error(`Declare these limits in src/api (rate-limit-policy.ts): ${undeclared.join(', ')}`);
  });

  function begin({ name }: SpanStart, outer: string | null): Span {
    const call = name.startsWith('call ') ? name.slice('call '.length) : outer;
    return {
      begin: (start) => begin(start, call),
      note(facts: SpanFacts) {
        if (call === null) return;
        const names = Object.keys(facts)
          .filter((fact) => fact.startsWith('limit '))
          .map((fact) => fact.slice('limit '.length))
          .filter(isOfService);
        if (names.length > 0) taken.set(call, new Set([...(taken.get(call) ?? []), ...names]));
      },
      end() {},
    };
  }
  return { begin: (start) => begin(start, null), stop: async () => {} };
}

/** Returns the limits that a call declares and never took, as `call limit`. */
export function findUntakenLimits(folder: string): readonly string[] {
  const all = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TakenLimits,
  );
  return [...declared].flatMap(([call, names]) =>
    [...names]
      .filter((name) => !all.some((taken) => taken[call]?.includes(name)))
      .map((name) => `${call} ${name}`),
  );
}
