import type { Endpoint } from '#api/endpoint.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isFreshProof } from '#core/rules/operations/permissions.ts';
import type { Operator } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerSettings } from '#server/platform/server-context.ts';
import { isFromThisSite } from './is-from-this-site.ts';

/** Authenticates back office requests. */
export interface OperatorAuthentication {
  /** Null without an active session or a valid key. */
  identify(headers: Headers): Promise<Operator | null>;
  /** Milliseconds since 1970-01-01. */
  now(): number;
}

/**
 * Authorises all back office requests: a session or key has the permission that the endpoint states, and a recent
 * second factor if the endpoint needs one; requests of a session come from a page of this site
 * (docs/behaviour/operations.md#roles). `NOT_FOUND` at any other host than that of the back office. Null for endpoints
 * that need no operator.
 */
export async function authoriseOperator(
  request: Request,
  { method, permission, needsFreshProof }: Endpoint,
  { siteUrl, backOffice: { host } }: Pick<ServerSettings, 'siteUrl' | 'backOffice'>,
  operators: OperatorAuthentication | undefined,
): Promise<Result<Operator | null, DomainFailure>> {
  if (permission === null) return ok(null);
  const forbidden = err(domainFailure('FORBIDDEN'));
  if (host !== null && new URL(request.url).host !== host) return err(domainFailure('NOT_FOUND'));
  const site = host === null ? siteUrl : `${new URL(siteUrl).protocol}//${host}`;
  const isSafe = method === 'GET' || isFromThisSite(request, site);
  // Browsers send the cookie by themselves, but never a key.
  if (!isSafe && !request.headers.has('Authorization')) return forbidden;
  if (permission === 'none') return isSafe ? ok(null) : forbidden;
  const operator = (await operators?.identify(request.headers)) ?? null;
  if (operators === undefined || operator === null) return err(domainFailure('UNAUTHENTICATED'));
  const { session, permissions } = operator;
  if (session === null && (permission === 'own' || needsFreshProof)) return forbidden;
  if (permission !== 'own' && !permissions.includes(permission)) return forbidden;
  return needsFreshProof && session !== null && !isFreshProof(session.provedAt.getTime(), operators.now())
    ? err(domainFailure('PROOF_REQUIRED'))
    : ok(operator);
}
