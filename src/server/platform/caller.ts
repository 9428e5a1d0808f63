import type { OperatorRole, Permission } from '#core/model/operator.ts';
import type { Locale } from '#core/model/values.ts';

/** The session of an operator. */
export interface OperatorSession {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: OperatorRole;
  /** When it ends at the latest. */
  readonly endsAt: Date;
  /** The last proof of the second factor. */
  readonly provedAt: Date;
}

/** Who calls the back office: somebody with a session, or a program with an API key. */
export interface Operator {
  /** Of the operator or the key. */
  readonly id: string;
  /** The e-mail address of an operator, or the name of a key. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Null: a key. */
  readonly session: OperatorSession | null;
}

/** The client of a call, as far as the server has verified it. */
export interface Caller {
  /**
   * The user of a valid access token whose session is active; null for guests. Never null for endpoints that require a
   * login.
   */
  readonly user: { readonly id: string; readonly sessionId: string } | null;
  /** Who calls the back office; null in all other calls. */
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

/** The client of an endpoint that requires a login. */
export interface UserCaller extends Caller {
  readonly user: { readonly id: string; readonly sessionId: string };
}

/** The client of a call of the back office. */
export interface OperatorCaller extends Caller {
  readonly operator: Operator;
}
