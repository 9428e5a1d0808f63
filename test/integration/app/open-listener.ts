import { onTestFinished } from 'vitest';
import { type ListenOptions, listen } from '#app/start/listen.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

type Options = Partial<Pick<ListenOptions, 'before' | 'limits'>>;

/** Starts a server, and closes it after the test unless the test has called `close`. */
export async function openListener(fetch: ListenOptions['fetch'], options: Options = {}) {
  const port = await reservePort();
  const server = await listen({ host: '127.0.0.1', port, before: null, fetch, ...options });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= server.close();
    return closed;
  };
  onTestFinished(close);
  return { port, close };
}

export const done = async () => new Response('done');
