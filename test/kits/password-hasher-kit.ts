import { expect } from 'vitest';
import type { PasswordHasher } from '#ports/password-hasher.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

const cases: KitCases<PasswordHasher> = {
  async 'accepts the hashed password and no other'(hasher) {
    const hash = await hasher.hash('drei Äpfel');
    expect(await hasher.verify(hash, 'drei Äpfel')).toBe(true);
    for (const other of ['drei äpfel', 'drei Äpfel ', 'drei', '', 'x'.repeat(1024)]) {
      expect(await hasher.verify(hash, other)).toBe(false);
    }
  },
  async 'accepts a password in every spelling of its letters'(hasher) {
    const spellings = [
      'Schlüssel-zur-Tür ﬁn'.normalize('NFC'),
      'Schlüssel-zur-Tür ﬁn'.normalize('NFD'),
      'Schlüssel-zur-Tür fin',
    ];
    for (const one of spellings) {
      const hash = await hasher.hash(one);
      for (const other of spellings) expect(await hasher.verify(hash, other), `${one}, ${other}`).toBe(true);
      expect(await hasher.verify(hash, 'Schlussel-zur-Tur fin')).toBe(false);
    }
  },
  async 'never returns the same hash twice, nor one that contains the password'(hasher) {
    const [one, other] = [await hasher.hash('drei Äpfel'), await hasher.hash('drei Äpfel')];
    expect(one).not.toBe(other);
    expect(one).not.toContain('pfel');
  },
  async 'refuses every password when there is no hash'(hasher) {
    expect(await hasher.verify(null, '')).toBe(false);
    expect(await hasher.verify(null, 'drei Äpfel')).toBe(false);
  },
  async 'refuses every password for an unreadable hash'(hasher) {
    for (const hash of ['', 'plain', '$argon2id$v=19$m=64,t=2,p=1$$', '$2b$10$abc']) {
      expect(await hasher.verify(hash, hash)).toBe(false);
    }
  },
  async 'handles twenty passwords at once'(hasher) {
    const passwords = Array.from({ length: 20 }, (_, index) => `Passwort Nummer ${index}`);
    const hashes = await Promise.all(passwords.map((password) => hasher.hash(password)));
    const known = await Promise.all(hashes.map((hash, index) => hasher.verify(hash, passwords[index] ?? '')));
    expect(known.every(Boolean)).toBe(true);
  },
};

/** Registers the conformance tests of `PasswordHasher` for one adapter. */
export const describePasswordHasher = (adapter: Tested<PasswordHasher>) =>
  runKit('password hasher', cases, adapter);
