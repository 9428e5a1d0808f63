import { once } from 'node:events';
import { connect } from 'node:net';

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  /** The body as it was sent, possibly compressed. */
  readonly bytes: Buffer;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * A keep-alive connection with one request at a time. It needs far less processor time than a general HTTP
 * client.
 */
export interface HttpConnection {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Opens a connection to the server at a URL such as `http://127.0.0.1:3000`. */
export async function openConnection(url: string): Promise<HttpConnection> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(value: HttpResponse): void; fail(error: Error): void } | null = null;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const read = readResponse(received);
    if (read === null || waiting === null) return;
    received = received.subarray(read.length);
    const { resolve } = waiting;
    waiting = null;
    resolve(read);
  });
  const fail = (error: Error) => waiting?.fail(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server has closed the connection')));
  return {
    send: (request) =>
      new Promise((resolve, fail) => {
        waiting = { resolve, fail };
        socket.write(writeRequest(request, host));
      }),
    close: () => socket.destroy(),
  };
}

function writeRequest({ method, path, headers = {}, body }: HttpRequest, host: string): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/**
 * Returns the response at the beginning of `bytes`, with its length in bytes; null while it is incomplete.
 */
function readResponse(bytes: Buffer): (HttpResponse & { readonly length: number }) | null {
  const head = bytes.indexOf(headEnd);
  if (head === -1) return null;
  const text = bytes.toString('latin1', 0, head);
  const status = Number(text.slice(9, 12));
  const start = head + headEnd.length;
  const stated = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (stated === undefined) return readChunks(bytes, start, status);
  const length = start + Number(stated);
  if (bytes.length < length) return null;
  return Object.assign(readBody(bytes.subarray(start, length)), { status, length });
}

function readChunks(bytes: Buffer, start: number, status: number) {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const begin = lineEnd + 2;
    if (bytes.length < begin + size + 2) return null;
    at = begin + size + 2;
    if (size === 0) {
      return Object.assign(readBody(Buffer.concat(parts)), { status, length: at });
    }
    parts.push(bytes.subarray(begin, begin + size));
  }
}

/** Returns a body whose text is decoded only when it is read, which saves time for large bodies. */
function readBody(bytes: Buffer): Omit<HttpResponse, 'status'> {
  return {
    bytes,
    get text() {
      return bytes.toString('utf8');
    },
  };
}
