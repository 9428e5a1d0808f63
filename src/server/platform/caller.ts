import type { OperatorRole, Permission } from '#core/model/operator.ts';
import type { Locale } from '#core/model/values.ts';

/** The session of an operator. */
export interface OperatorSession {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: OperatorRole;
  /** Latest time at which it ends. */
  readonly endsAt: Date;
  /** Time of the last successful second factor. */
  readonly provedAt: Date;
}

/** The client of a back office request: an operator with a session, or a program with an API key. */
export interface Operator {
  /** Id of the operator or of the key. */
  readonly id: string;
  /** E-mail address of the operator, or name of the key. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Null for a key. */
  readonly session: OperatorSession | null;
}

/** The client of a request, as verified by the server. */
export interface Caller {
  /**
   * The user of a valid access token whose session is active; null for guests. Never null for endpoints that require a
   * login.
   */
  readonly user: { readonly id: string; readonly sessionId: string } | null;
  /** Set for back office requests only; null for all others. */
  readonly operator: Operator | null;
  /** The header `X-Order-Token`, which proves that a guest is the buyer of an order. */
  readonly orderToken: string | null;
  /** Language of texts: `X-App-Language`, else `Accept-Language`, else German. */
  readonly locale: Locale;
  /** Client address, the key of rate limits. */
  readonly address: string;
  /** Browser and system, for example `Firefox, Windows`; empty when unknown. */
  readonly device: string;
}

/** The client of a service for guests and users. */
export interface Requester extends Pick<Caller, 'locale' | 'address'> {
  readonly user: { readonly id: string } | null;
}

/** The client of an endpoint that requires a login. */
export interface UserCaller extends Caller {
  readonly user: { readonly id: string; readonly sessionId: string };
}

/** The client of a back office request. */
export interface OperatorCaller extends Caller {
  readonly operator: Operator;
}
