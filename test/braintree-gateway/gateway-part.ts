import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from './faults.ts';

export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One side of the gateway: the merchants' API, or what browsers ask. */
export interface GatewayPart {
  /** Name of the call for the fault script, such as `server.transactions.create`; null when it is not this side's. */
  nameOf(request: GatewayRequest): string | null;
  /** A fault that comes with what the request brings, such as a nonce that was made to fail. */
  faultOf?(request: GatewayRequest): Fault | null;
  /** `fault` is one that only this side can act out (`decline`, `reject`, `expired_token`, `slow` while working). */
  answer(request: GatewayRequest, name: string, fault: Fault | null): GatewayAnswer | Promise<GatewayAnswer>;
}
