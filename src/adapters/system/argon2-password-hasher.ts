import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalisePassword } from '#core/model/password.ts';
import { createSemaphore } from '#core/rules/basics/semaphore.ts';
import type { PasswordHasher } from '#ports/password-hasher.ts';

const derive = promisify(argon2);

/** The cost of one hash. */
export interface HashingCost {
  /** Memory in KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** 19 MiB and two passes, the minimum that OWASP recommends for argon2id: about 30 ms. */
const usualCost: HashingCost = { memory: 19_456, passes: 2 };
/** Maximum number of parallel hashes: each occupies a thread of Node's pool, which file access and DNS also need. */
const width = 2;
const hashBytes = 32;
const saltBytes = 16;
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes passwords by argon2id, in the text form `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
export function createArgon2PasswordHasher(cost: HashingCost = usualCost): PasswordHasher {
  const pass = createSemaphore(width);
  const hashWith = (message: string, nonce: Buffer, { memory, passes }: HashingCost) =>
    pass(() => derive('argon2id', { message, nonce, parallelism: 1, tagLength: hashBytes, memory, passes }));
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      const hash = await hashWith(normalisePassword(password), salt, cost);
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(hash)}`;
    },
    async verify(stored, password) {
      // Early versions hashed the password as typed.
      const forms = new Set([normalisePassword(password), password]);
      const [, memory, passes, salt, hash] = (stored === null ? null : phc.exec(stored)) ?? [];
      if (salt === undefined || hash === undefined) {
        for (const form of forms) await hashWith(form, randomBytes(saltBytes), cost);
        return false;
      }
      const expected = Buffer.from(hash, 'base64');
      const own = { memory: Number(memory), passes: Number(passes) };
      for (const form of forms) {
        const actual = await hashWith(form, Buffer.from(salt, 'base64'), own);
        if (expected.length === actual.length && timingSafeEqual(expected, actual)) return true;
      }
      return false;
    },
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
