import { expect } from 'vitest';
import type { PasswordHasher } from '#ports/password-hasher.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

interface PasswordHasherKit {
  readonly name: string;
  readonly create: () => PasswordHasher;
  readonly skip?: readonly KitSkip[];
}

const cases: KitCases<PasswordHasher> = {
  async 'knows a password again, and no other'(hasher) {
    const hash = await hasher.hash('drei Äpfel');
    expect(await hasher.verify(hash, 'drei Äpfel')).toBe(true);
    for (const other of ['drei äpfel', 'drei Äpfel ', 'drei', '', 'x'.repeat(1024)]) {
      expect(await hasher.verify(hash, other)).toBe(false);
    }
  },
  async 'never makes the same hash twice, nor one that shows the password'(hasher) {
    const [one, other] = [await hasher.hash('drei Äpfel'), await hasher.hash('drei Äpfel')];
    expect(one).not.toBe(other);
    expect(one).not.toContain('pfel');
  },
  async 'says no to nobody’s password'(hasher) {
    expect(await hasher.verify(null, '')).toBe(false);
    expect(await hasher.verify(null, 'drei Äpfel')).toBe(false);
  },
  async 'says no to a hash that it cannot read'(hasher) {
    for (const hash of ['', 'plain', '$argon2id$v=19$m=64,t=2,p=1$$', '$2b$10$abc']) {
      expect(await hasher.verify(hash, hash)).toBe(false);
    }
  },
  async 'works on twenty at once'(hasher) {
    const passwords = Array.from({ length: 20 }, (_, index) => `Passwort Nummer ${index}`);
    const hashes = await Promise.all(passwords.map((password) => hasher.hash(password)));
    const known = await Promise.all(hashes.map((hash, index) => hasher.verify(hash, passwords[index] ?? '')));
    expect(known.every(Boolean)).toBe(true);
  },
};

/** Registers the conformance tests of `PasswordHasher` for one adapter. */
export function describePasswordHasher({ name, create, skip = [] }: PasswordHasherKit): void {
  runKit({
    name: `password hasher: ${name}`,
    cases,
    create: async () => create(),
    dispose: async () => {},
    skip,
  });
}
