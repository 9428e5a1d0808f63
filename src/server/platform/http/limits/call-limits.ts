import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorRateLimitsOf } from '#api/operator-rate-limit-policy.ts';
import { limits as allLimits, type Limit, type LimitName, rateLimitsOf } from '#api/rate-limit-policy.ts';
import { plainCode } from '#core/model/typed-text.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Caller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { createMemoryRateLimits, type NamedLimit } from './memory-rate-limits.ts';

/** The parts of a call by which it is counted. */
interface CountedCall {
  readonly params: unknown;
  readonly body: unknown;
  readonly caller: Pick<Caller, 'user' | 'operator' | 'address'>;
}

type Allowed = Result<null, DomainFailure>;

/**
 * Enforces the rate limits that count calls (`src/api/rate-limit-policy.ts`); services enforce those that count cases.
 * A refused call is 429 `TOO_MANY_ATTEMPTS`.
 */
export interface CallLimits {
  /** Applies the limits by network that this process counts, before the request is read. */
  limitNetwork(endpoint: Endpoint, network: string): Allowed;
  /** Applies all other limits, once the input is valid. */
  limitCall(endpoint: Endpoint, call: CountedCall): Promise<Allowed>;
}

/** Creates the limits of one process. `limits` replaces the numbers in tests. */
export function createCallLimits(
  context: Pick<ServerContext, 'db' | 'clock'>,
  limits: Readonly<Record<LimitName, Limit>> = allLimits,
): CallLimits {
  const policies = new Map<Endpoint, Policy>([
    ...policiesOf(endpoints, rateLimitsOf, limits),
    ...policiesOf(operatorEndpoints, operatorRateLimitsOf, limits),
  ]);
  const countHere = createMemoryRateLimits(context);

  function policyOf(endpoint: Endpoint): Policy {
    const policy = policies.get(endpoint);
    if (policy === undefined)
      throw new Error(`${endpoint.name} has no policy of effort (src/api/rate-limit-policy.ts)`);
    return policy;
  }

  function countAll(counted: readonly (readonly [NamedLimit, string])[]): Allowed {
    const seconds = Math.max(0, ...counted.map(([limit, subject]) => countHere(limit, subject)));
    return seconds === 0 ? ok(null) : err(domainFailure('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds }));
  }

  return {
    limitNetwork: (endpoint, network) =>
      countAll(policyOf(endpoint).byNetwork.map((limit): [NamedLimit, string] => [limit, network])),
    async limitCall(endpoint, call) {
      const subjects = subjectsOf(call);
      const named = policyOf(endpoint).read.filter(({ by }) => by.every((kind) => subjects[kind]));
      const here = countAll(
        named
          .filter(({ kept }) => kept === 'memory')
          .map((limit) => [limit, limit.by.map((kind) => subjects[kind]).join(' ')]),
      );
      const shared = named.filter(({ kept }) => kept === 'database');
      if (!here.ok || shared.length === 0) return here;
      return takeHit(
        context.db,
        context,
        shared.map(({ name, most, minutes }) => ({
          ...limitOf(name, subjects as Parameters<typeof limitOf>[1]),
          most,
          minutes,
        })),
      );
    },
  };
}

interface Policy {
  readonly byNetwork: readonly NamedLimit[];
  readonly read: readonly NamedLimit[];
}

function policiesOf<Key extends string>(
  all: Readonly<Record<Key, Endpoint>>,
  effort: Readonly<Record<Key, readonly LimitName[]>>,
  limits: Readonly<Record<LimitName, Limit>>,
): readonly (readonly [Endpoint, Policy])[] {
  return (Object.keys(effort) as Key[]).map((key) => [all[key], createPolicy(effort[key], limits)]);
}

function createPolicy(names: readonly LimitName[], limits: Readonly<Record<LimitName, Limit>>): Policy {
  const counted = [...new Set(names)]
    .map((name): NamedLimit => ({ name, ...limits[name] }))
    .filter(({ counts }) => counts === 'calls');
  const isByNetwork = ({ kept, by }: Limit) => kept === 'memory' && by.join() === 'network';
  return { byNetwork: counted.filter(isByNetwork), read: counted.filter((limit) => !isByNetwork(limit)) };
}

/** Returns the values by which a call is counted; empty if it has none. */
function subjectsOf({ params, body, caller }: CountedCall): Readonly<Record<string, string>> {
  const path = params as Readonly<Record<string, unknown>>;
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    network: caller.address,
    account: caller.user?.id ?? caller.operator?.id ?? '',
    email: text(fields.email),
    number: plainCode(text(fields.code)),
    order: text(path.id) || text(fields.id),
  };
}
