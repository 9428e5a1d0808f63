import type * as z from 'zod/mini';
import {
  type Definition,
  defineEndpoint,
  type Endpoint,
  type Nothing,
  type RequiredPermission,
} from './endpoint.ts';

type Schema = z.ZodMiniType;

/** Calls that log in are open to anyone, all others need an operator. */
type AccessOf<Required extends RequiredPermission> = Required extends 'none' ? 'anyone' : 'operator';

interface OperatorDefinition<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  Required extends RequiredPermission,
> extends Omit<Definition<P, Q, B, A, AccessOf<Required>>, 'access' | 'permission' | 'path'> {
  readonly path: `/operator/${string}`;
  /** Permission that the caller's role or API key needs; the API refuses all others before the handler. */
  readonly permission: Required;
}

/**
 * Defines a call of the back office. Its permission is required, enforced by the compiler
 * (docs/behaviour/operations.md#roles).
 */
export function defineOperatorEndpoint<
  A extends Schema,
  const Required extends RequiredPermission,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
>(definition: OperatorDefinition<P, Q, B, A, Required>): Endpoint<P, Q, B, A, AccessOf<Required>> {
  const access = (definition.permission === 'none' ? 'anyone' : 'operator') as AccessOf<Required>;
  return defineEndpoint<A, P, Q, B, AccessOf<Required>>({ ...definition, access });
}
