import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { describePasswordHasher } from '#test/kits/password-hasher-kit.ts';

describePasswordHasher({
  name: 'argon2',
  create: async () => createArgon2PasswordHasher({ memory: 64, passes: 2 }),
});

test('the default cost is the recommended one of argon2id, and older hashes keep theirs', async () => {
  const hash = await createArgon2PasswordHasher().hash('drei Äpfel');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  const cheaper = createArgon2PasswordHasher({ memory: 64, passes: 2 });
  expect(await cheaper.verify(hash, 'drei Äpfel')).toBe(true);
});

test('a password whose stored hash is of its decomposed form (NFD) is still accepted', async () => {
  const typed = 'Tür'.normalize('NFD');
  const [salt, cost] = [Buffer.alloc(16, 7), { parallelism: 1, tagLength: 32, memory: 64, passes: 2 }];
  const raw = argon2Sync('argon2id', { message: typed, nonce: salt, ...cost });
  const stored = `$argon2id$v=19$m=64,t=2,p=1$${unpadded(salt)}$${unpadded(raw)}`;
  const hasher = createArgon2PasswordHasher({ memory: 64, passes: 2 });
  expect(await hasher.verify(stored, typed)).toBe(true);
  expect(await hasher.verify(stored, 'Tur')).toBe(false);
});

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
