import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** Returns the version of a content: its hash. */
const versionOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * Starts a storage that behaves like an object store: `HEAD /NAME` returns `content-length` and `etag`, `GET /NAME`
 * supports `range` and `if-match` (412 for another version), `PUT /NAME` stores a complete body, `DELETE /NAME` removes
 * a file. Responds with 403 without the key, and with 503 during a simulated outage.
 */
export async function startStorage() {
  const key = 'key-of-the-simulator';
  const files = new Map<string, Uint8Array>();
  let isAway = false;
  let reads = 0;

  function refuse(request: IncomingMessage, content: Uint8Array | undefined): number | null {
    if (isAway) return 503;
    if (request.headers.authorization !== `Bearer ${key}`) return 403;
    if (request.method === 'PUT' || request.method === 'DELETE') return null;
    if (content === undefined) return 404;
    const asked = request.headers['if-match'];
    return asked === undefined || asked === `"${versionOf(content)}"` ? null : 412;
  }

  function send(request: IncomingMessage, response: ServerResponse, content: Uint8Array): void {
    const [, first = 0, last = content.length - 1] =
      /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? [];
    const part = content.subarray(first, last + 1);
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'content-length': part.length,
      etag: `"${versionOf(content)}"`,
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    reads += 1;
    response.on('close', () => {
      reads -= 1;
    });
    Readable.from(chunksOf(part)).pipe(response);
  }

  /** Stores the body under the name, or removes the file. An incomplete body changes nothing. */
  function change(request: IncomingMessage, response: ServerResponse, name: string): void {
    const parts: Uint8Array[] = [];
    request.on('data', (part: Uint8Array) => parts.push(part));
    request.on('error', () => response.destroy());
    request.on('end', () => {
      if (request.method === 'PUT') files.set(name, Buffer.concat(parts));
      else files.delete(name);
      response.writeHead(204).end();
    });
  }

  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    const content = files.get(name);
    const status = refuse(request, content);
    if (status !== null) response.writeHead(status).end();
    else if (content === undefined || request.method === 'PUT' || request.method === 'DELETE')
      change(request, response, name);
    else send(request, response, content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    put: async (name: string, content: Uint8Array) => void files.set(name, content),
    remove: async (name: string) => void files.delete(name),
    openReads: async () => reads,
    entries: async () => files.size,
    async breakDown() {
      isAway = true;
    },
    async mend() {
      isAway = false;
    },
    async dispose() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* chunksOf(content: Uint8Array) {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}
