import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** The part of the connection of `pg` that a query object uses. */
interface CopyConnection {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Creates the part of a query object that both directions of COPY share. */
function createCopy(text: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    promise,
    query: {
      submit: (connection: CopyConnection) => connection.query(text),
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      handleCommandComplete() {},
      handleRowDescription() {},
      handleEmptyQuery() {},
    },
  };
}

/**
 * Runs `copy … to stdout` and passes each row in COPY's text format, with its line end, to `take`. Reading pauses while
 * `take` returns a pending promise.
 */
export async function copyOut(
  client: pg.Client,
  text: string,
  take: (row: Buffer) => Promise<unknown> | null,
): Promise<void> {
  const { promise, query } = createCopy(text);
  client.query({
    ...query,
    handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: CopyConnection) {
      const busy = take(chunk);
      if (busy === null) return;
      stream.pause();
      busy.then(
        () => stream.resume(),
        (error) => stream.destroy(error),
      );
    },
  } as unknown as pg.Submittable);
  await promise;
}

/** Runs `copy … from stdin` with the bytes of `source`; an error of the source makes the statement fail. */
export async function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { promise, query } = createCopy(text);
  let isOver = false;
  const ended = promise.finally(() => {
    isOver = true;
  });
  client.query({
    ...query,
    handleCopyInResponse(connection: CopyConnection) {
      send(connection, source, () => isOver).catch((error) => connection.sendCopyFail(String(error)));
    },
  } as unknown as pg.Submittable);
  await ended;
}

async function send(
  connection: CopyConnection,
  source: AsyncIterable<Uint8Array>,
  isOver: () => boolean,
): Promise<void> {
  for await (const chunk of source) {
    if (isOver()) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  if (!isOver()) connection.endCopyFrom();
}
