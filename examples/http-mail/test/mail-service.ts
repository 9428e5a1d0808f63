import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const line = z.string().regex(/^[^\r\n]*$/);

const request = z.strictObject({
  from: line,
  to: line,
  bcc: z.array(line).optional(),
  reply_to: line.optional(),
  subject: line,
  text: z.string(),
  html: z.string(),
  tracking: z.boolean().default(true),
  headers: z.record(z.string(), line),
  attachments: z.array(
    z.strictObject({ filename: line, type: line, content: z.base64(), content_id: line.optional() }),
  ),
});

/** A mail that the service has accepted. */
export type AcceptedMail = z.output<typeof request>;

/** A running simulator of a mail service with an HTTP API. */
export interface MailService {
  readonly url: string;
  readonly key: string;
  readonly accepted: readonly AcceptedMail[];
  /** Idempotency keys of all requests, refused ones included. */
  readonly tries: readonly string[];
  /**
   * Refuses every request with this status from now on, with a text that repeats the mail, and with this `Retry-After`;
   * null ends it.
   */
  answer(status: number | null, retryAfter?: string): void;
  /** Accepts requests from now on, but never responds. */
  hang(): void;
  /** Sends an endless response of spaces to every request from now on. */
  trickle(): void;
  close(): Promise<void>;
}

/** Starts the simulator. It delivers mails with the same idempotency key once. */
export async function startMailService(): Promise<MailService> {
  const key = 'key-of-the-simulator';
  const accepted: AcceptedMail[] = [];
  const keys = new Set<string>();
  const tries: string[] = [];
  let status: number | null = null;
  let wait = '';
  let isHanging = false;
  let isTrickling = false;

  function take(authorization: string | undefined, idempotencyKey: string, body: string): [number, object] {
    tries.push(idempotencyKey);
    if (status !== null) return [status, { refused: JSON.parse(body) }];
    if (authorization !== `Bearer ${key}`) return [401, {}];
    const mail = request.safeParse(JSON.parse(body));
    if (!mail.success) return [422, {}];
    if (!keys.has(idempotencyKey)) accepted.push(mail.data);
    keys.add(idempotencyKey);
    return [202, { accepted: idempotencyKey }];
  }

  const server = createServer(async (incoming, response) => {
    if (isHanging) return;
    if (isTrickling) {
      response.writeHead(202);
      const timer = setInterval(() => response.write(' '), 50);
      return response.on('close', () => clearInterval(timer));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const [code, said] = take(
      incoming.headers.authorization,
      String(incoming.headers['idempotency-key']),
      Buffer.concat(chunks).toString('utf8'),
    );
    if (wait !== '') response.setHeader('retry-after', wait);
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    accepted,
    tries,
    answer(given, retryAfter = '') {
      status = given;
      wait = retryAfter;
    },
    hang() {
      isHanging = true;
    },
    trickle() {
      isTrickling = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
