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
  /** Endpoint of a service other than Amazon's, addressed with the bucket in the path. */
  readonly endpoint?: string | undefined;
  /** Endpoint for browsers, if it is a different one. */
  readonly publicEndpoint?: string | undefined;
}

/** No path separators, so that a name is one object at the top level of the bucket. */
const fileName = /^[a-z0-9][a-z0-9-]{0,99}(?:\.[a-z0-9]{1,8}){1,3}$/;

/** Lifetime of a signed URL in seconds, counted back from its expiry: the longest that the shop requests. */
const signedFor = 10 * 60;

/** Failures are thrown; the client would also write them to the terminal. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Maximum size of one `PutObject` call. */
const largestObject = 5 * 1024 ** 3;

/** Stores files in a bucket. Browsers read them by signed URLs, so the bucket needs no public access, but CORS. */
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
      // Services other than Amazon's do not support its newer checksums.
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
      // If the body fails, the request would wait forever for the rest.
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
      // The same expiry gives the same URL, so that caches can serve many viewers.
      const signingDate = new Date(end - signedFor * 1_000);
      return getSignedUrl(publicClient, new GetObjectCommand(objectOf(name)), {
        expiresIn: signedFor,
        signingDate,
      });
    },
  };
}

/**
 * Streams the first `count` bytes of a body: S3-compatible services may ignore a range that starts at 0 and send the
 * whole file. Fails if there are fewer bytes.
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

/** Yields the bytes of a file. Throws if its size differs from the declared one. */
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

/** Returns null for an object that is missing or has another version. */
async function unlessMissing<Value>(asking: Promise<Value>): Promise<Value | null> {
  try {
    return await asking;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 412) return null;
    throw error;
  }
}
