import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const line = z.string().regex(/^[^\r\n]*$/);

const request = z.strictObject({
  from: line,
  to: line,
  reply_to: line.optional(),
  subject: line,
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), line),
  attachments: z.array(z.strictObject({ filename: line, type: line, content: z.base64() })),
});

/** A mail that the service has accepted. */
export type AcceptedMail = z.output<typeof request>;

/** A mail service with an HTTP API in this process. */
export interface MailService {
  readonly url: string;
  readonly key: string;
  readonly accepted: readonly AcceptedMail[];
  /** Responds to every request with this status from now on; null ends it. */
  answer(status: number | null): void;
  /** Accepts requests from now on without ever responding. */
  hang(): void;
  close(): Promise<void>;
}

/** Starts the simulator of the service. It delivers the mails of one idempotency key once. */
export async function startMailService(): Promise<MailService> {
  const key = 'key-of-the-simulator';
  const accepted: AcceptedMail[] = [];
  const keys = new Set<string>();
  let status: number | null = null;
  let isHanging = false;

  function take(authorization: string | undefined, idempotencyKey: string, body: string): number {
    if (status !== null) return status;
    if (authorization !== `Bearer ${key}`) return 401;
    const mail = request.safeParse(JSON.parse(body));
    if (!mail.success) return 422;
    if (!keys.has(idempotencyKey)) accepted.push(mail.data);
    keys.add(idempotencyKey);
    return 202;
  }

  const server = createServer(async (incoming, response) => {
    if (isHanging) return;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const code = take(
      incoming.headers.authorization,
      String(incoming.headers['idempotency-key']),
      Buffer.concat(chunks).toString('utf8'),
    );
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ status: code }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    accepted,
    answer(given) {
      status = given;
    },
    hang() {
      isHanging = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
