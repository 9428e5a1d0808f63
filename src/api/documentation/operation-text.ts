import type { FailureCode } from '#api/failure.ts';

/**
 * What the documentation says of a call beside what its endpoint says by itself. It stands apart from the endpoint,
 * because the browser carries endpoints and has no use for these sentences.
 */
export interface OperationText {
  /** One line, a verb first. */
  readonly summary: string;
  /** What a client has to know besides; plain sentences. */
  readonly description?: string;
  /** Refusals of this call alone. Those of its frame (no bearer, no such thing, wrong input) are added by `failuresOf`. */
  readonly failures?: readonly FailureCode[];
  /** The buyer of an order may prove it by `X-Order-Token` instead of a bearer. */
  readonly takesOrderToken?: boolean;
  /** Another status of success, and when it is answered. */
  readonly otherSuccess?: { readonly status: 200 | 201 | 202; readonly when: string };
  /** Values that work on a demo shop, where a made-up one would only be refused. */
  readonly example?: OperationExample;
}

export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Calls that belong together, under one heading of the documentation. */
export interface Area {
  readonly title: string;
  readonly description: string;
  /** By the call's key in the contract. */
  readonly operations: Readonly<Record<string, OperationText>>;
}
