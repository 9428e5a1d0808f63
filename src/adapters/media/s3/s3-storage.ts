import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { MediaStorage, NewMedia } from '#ports/media-storage.ts';

interface Bucket {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of another service than Amazon's; its buckets are parts of the path. */
  readonly endpoint?: string | undefined;
  /** Where browsers reach the service, when that is elsewhere. */
  readonly publicEndpoint?: string | undefined;
}

/** No separators: such a name is one object at the top of the bucket. */
const fileName = /^[a-z0-9][a-z0-9-]{0,99}(?:\.[a-z0-9]{1,8}){1,3}$/;

/** Seconds for which an address of a file is good before its end: the longest that the shop asks for. */
const signedFor = 10 * 60;

/** What failed is thrown; the client would write it to the terminal as well. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What `PutObject` takes at once. */
const largestObject = 5 * 1024 ** 3;

/**
 * Stores files in a bucket. Browsers read them by signed addresses; the bucket itself needs no public access, but CORS.
 */
export function createS3Storage({
  bucket,
  region,
  endpoint,
  publicEndpoint,
  ...credentials
}: Bucket): MediaStorage {
  const clientAt = (at: string | undefined) =>
    new S3Client({
      region,
      credentials,
      ...(at === undefined ? {} : { endpoint: at, forcePathStyle: true }),
      logger: silent,
      // Other services than Amazon's do not know its newer check sums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  const client = clientAt(endpoint);
  const publicClient = publicEndpoint === undefined ? client : clientAt(publicEndpoint);
  const objectOf = (name: string) => ({ Bucket: bucket, Key: name });
  const options = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { abortSignal: signal });

  return {
    async find(name, signal) {
      signal?.throwIfAborted();
      if (!fileName.test(name)) return null;
      const found = await unlessMissing(client.send(new HeadObjectCommand(objectOf(name)), options(signal)));
      return found === null ? null : { name, size: found.ContentLength ?? 0, version: versionOf(found.ETag) };
    },

    async read({ name, version }, { first, last }, signal) {
      signal?.throwIfAborted();
      if (!fileName.test(name)) return null;
      const wanted = { ...objectOf(name), Range: `bytes=${first}-${last}`, IfMatch: `"${version}"` };
      const found = await unlessMissing(client.send(new GetObjectCommand(wanted), options(signal)));
      if (found === null) return null;
      const body = found.Body as Readable;
      const isWhole = found.ContentRange === undefined;
      if (versionOf(found.ETag) !== version || (isWhole && first > 0)) body.destroy();
      if (versionOf(found.ETag) !== version) return null;
      if (isWhole && first > 0) throw new Error(`The storage sent ${name} from its beginning on.`);
      const stop = () => body.destroy(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      body.once('close', () => signal?.removeEventListener('abort', stop));
      return bytesOf(body, last - first + 1);
    },

    async store(file, signal) {
      signal?.throwIfAborted();
      const { name, size } = file;
      if (!fileName.test(name)) throw new Error(`"${name}" is no name of a file.`);
      if (size > largestObject) throw new Error(`${name} has more than the 5 GiB that S3 takes at once.`);
      const ending = new AbortController();
      const body = Readable.from(wholeOf(file));
      // A body that fails would leave the request waiting for the rest.
      body.once('error', (error) => ending.abort(error));
      const abortSignal = AbortSignal.any([ending.signal, ...(signal === undefined ? [] : [signal])]);
      const headers = {
        ContentLength: size,
        ContentType: typeOf(name),
        CacheControl: 'public, max-age=31536000, immutable',
      };
      await client.send(new PutObjectCommand({ ...objectOf(name), Body: body, ...headers }), { abortSignal });
    },

    async remove(name, signal) {
      signal?.throwIfAborted();
      if (!fileName.test(name)) return;
      await unlessMissing(client.send(new DeleteObjectCommand(objectOf(name)), options(signal)));
    },

    async addressOf(name, end) {
      if (!fileName.test(name)) return null;
      // The same end has the same address, so that caches serve many viewers.
      const signingDate = new Date(end - signedFor * 1_000);
      return getSignedUrl(publicClient, new GetObjectCommand(objectOf(name)), {
        expiresIn: signedFor,
        signingDate,
      });
    },
  };
}

/**
 * The first bytes of a body, as somebody reads them: services that speak S3 send the whole file where they do not know
 * a range that begins with it. Fails when there are fewer.
 */
function bytesOf(body: Readable, count: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = body[Symbol.asyncIterator]();
  let left = count;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) throw new Error(`A file ended ${left} bytes early.`);
        controller.enqueue(value.subarray(0, left));
        left -= value.byteLength;
        if (left > 0) return;
        body.destroy();
        controller.close();
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/** The bytes of a file; throws when there are more or fewer than it says. */
async function* wholeOf({ name, size, content }: NewMedia): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of content as unknown as AsyncIterable<Uint8Array>) {
    sent += chunk.byteLength;
    if (sent > size) throw new Error(`${name} has more than its ${size} bytes.`);
    yield chunk;
  }
  if (sent < size) throw new Error(`${name} has ${sent} bytes instead of ${size}.`);
}

/** An ETag without its quotes. */
function versionOf(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}

function typeOf(name: string): string {
  return name.endsWith('.jpg') ? 'image/jpeg' : 'video/mp4';
}

/** Null for an object that is missing, or has another version by now. */
async function unlessMissing<Value>(asking: Promise<Value>): Promise<Value | null> {
  try {
    return await asking;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 412) return null;
    throw error;
  }
}
