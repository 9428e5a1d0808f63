import { Transform } from 'node:stream';

/**
 * The bytes of a page on their way from React, which writes them in pieces of 2 kB: joined until React says that it has
 * written all it has, because each piece would be compressed and sent on its own.
 */
export function createPageStream(onEnd: () => void): Transform {
  let pieces: Uint8Array[] = [];
  const send = () => {
    if (pieces.length > 0) stream.push(Buffer.concat(pieces));
    pieces = [];
  };
  const stream = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      pieces.push(piece);
      done();
    },
    flush(done) {
      send();
      onEnd();
      done();
    },
  });
  // React calls it, like a compressing stream's, at the end of everything that can be shown.
  return Object.assign(stream, { flush: send });
}
