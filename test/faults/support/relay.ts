import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** An address that stays while what is behind it goes away and comes back somewhere else. */
export interface Relay {
  readonly port: number;
  /** Refuses connections from now on, and cuts those that are open. */
  refuse(): Promise<void>;
  /** Takes connections again and leads them to this port. */
  leadTo(port: number): Promise<void>;
}

/** Passes connections on to another port of this machine. */
export async function openRelay(target: number): Promise<Relay> {
  let behind = target;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(behind, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async leadTo(next) {
      behind = next;
      await listen(port);
    },
  };
}
