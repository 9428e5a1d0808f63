/** What goes wrong with a request, as its test has ordered. */
export type Fault =
  /** Nothing is done; this status is answered (500, 503, 401, 429 …). */
  | { readonly kind: 'answer'; readonly status: number }
  /** The connection is cut before anything is done. */
  | { readonly kind: 'cut' }
  /** Everything is done, then the connection is cut: the answer is lost. */
  | { readonly kind: 'lost' }
  /** Nothing is done and nothing is answered until the client goes away. */
  | { readonly kind: 'hang' }
  /** Comes late: on its way here, while its key is in flight, or on the answer's way back. */
  | {
      readonly kind: 'slow';
      readonly milliseconds: number;
      readonly phase: 'arriving' | 'working' | 'answering';
    }
  /** A sale or verification that the bank refuses. */
  | { readonly kind: 'decline' }
  /** A sale that the gateway itself refuses, for a reason of Braintree's (`fraud`, `cvv`, `three_d_secure` …). */
  | { readonly kind: 'reject'; readonly reason: string }
  /** The browser's authorization has run out. */
  | { readonly kind: 'expired_token' };

/** A fault and the requests it is for. */
export interface FaultOrder {
  /** Name of the call, for example `server.transactions.create`; `*` is any. */
  readonly operation: string;
  readonly fault: Fault;
  /** How many requests it hits; once when not given. */
  readonly times?: number;
}

/** The faults that a test has ordered, in the order in which they come. */
export interface FaultScript {
  order(...orders: readonly FaultOrder[]): void;
  /** The fault of this request, used up with it. */
  take(operation: string): Fault | null;
  clear(): void;
}

export function createFaultScript(): FaultScript {
  const waiting: { operation: string; fault: Fault; times: number }[] = [];
  return {
    order(...orders) {
      waiting.push(...orders.map(({ times = 1, ...rest }) => ({ ...rest, times })));
    },
    take(operation) {
      const found = waiting.find((order) => order.operation === '*' || order.operation === operation);
      if (found === undefined) return null;
      found.times -= 1;
      if (found.times <= 0) waiting.splice(waiting.indexOf(found), 1);
      return found.fault;
    },
    clear() {
      waiting.length = 0;
    },
  };
}
