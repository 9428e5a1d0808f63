/** Types of the used part of s3rver, which has none of its own. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  interface Options {
    readonly port: number;
    readonly address: string;
    readonly silent: boolean;
    readonly directory: string;
    readonly vhostBuckets: boolean;
    readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
  }

  class S3rver {
    constructor(options: Options);
    readonly httpServer: Server;
    run(): Promise<AddressInfo>;
  }

  export = S3rver;
}
