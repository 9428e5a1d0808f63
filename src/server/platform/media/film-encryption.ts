import { createCipheriv } from 'node:crypto';

const block = 16;

/** Bytes of an encrypted segment: whole blocks, and always at least one byte of padding. */
export function encryptedBytes(bytes: number): number {
  return bytes - (bytes % block) + block;
}

/** Encrypts one segment with AES-128-CBC; its vector is its number in the playlist (RFC 8216, 5.2), from 0. */
export function encryptSegment(key: Uint8Array, number: number, segment: Uint8Array): Buffer {
  const vector = Buffer.alloc(block);
  vector.writeUInt32BE(number, block - 4);
  const cipher = createCipheriv('aes-128-cbc', key, vector);
  return Buffer.concat([cipher.update(segment), cipher.final()]);
}
