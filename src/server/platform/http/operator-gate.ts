import type { Endpoint } from '#api/endpoint.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isFreshProof } from '#core/rules/operations/permissions.ts';
import type { Operator } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerSettings } from '#server/platform/server-context.ts';
import { isFromThisSite } from './is-from-this-site.ts';

/** Says who calls the back office. */
export interface OperatorGate {
  /** Null without a session that runs or a key that is good. */
  identify(headers: Headers): Promise<Operator | null>;
  /** Milliseconds since 1970-01-01. */
  now(): number;
}

/**
 * The one place at which a call of the back office is allowed: somebody is logged in or has a key, has the permission
 * that the endpoint states, and has proved the second factor lately where it asks for that; a session's call comes from
 * a page of this site (docs/behaviour/operations.md#roles). Elsewhere than at its host there is no back office. Null
 * for calls of the shop.
 */
export async function readOperator(
  request: Request,
  { method, permission, needsFreshProof }: Endpoint,
  { siteUrl, backOffice: { host } }: Pick<ServerSettings, 'siteUrl' | 'backOffice'>,
  gate: OperatorGate | undefined,
): Promise<Result<Operator | null, DomainFailure>> {
  if (permission === null) return ok(null);
  const forbidden = err(domainFailure('FORBIDDEN'));
  if (host !== null && new URL(request.url).host !== host) return err(domainFailure('NOT_FOUND'));
  const site = host === null ? siteUrl : `${new URL(siteUrl).protocol}//${host}`;
  const isSafe = method === 'GET' || isFromThisSite(request, site);
  // What a browser sends by itself is the cookie, never a key.
  if (!isSafe && !request.headers.has('Authorization')) return forbidden;
  if (permission === 'none') return isSafe ? ok(null) : forbidden;
  const operator = (await gate?.identify(request.headers)) ?? null;
  if (gate === undefined || operator === null) return err(domainFailure('UNAUTHENTICATED'));
  const { session, permissions } = operator;
  if (session === null && (permission === 'own' || needsFreshProof)) return forbidden;
  if (permission !== 'own' && !permissions.includes(permission)) return forbidden;
  return needsFreshProof && session !== null && !isFreshProof(session.provedAt.getTime(), gate.now())
    ? err(domainFailure('PROOF_REQUIRED'))
    : ok(operator);
}
