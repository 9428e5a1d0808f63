import { expect } from 'vitest';
import type { MediaStorageHarness } from './media-storage-harness.ts';
import type { CallRules } from './watch-calls.ts';

/** The rules for every call of a media storage. */
export const mediaRules: CallRules<MediaStorageHarness> = {
  follow: (harness, follow) => ({ ...harness, storage: follow(harness.storage) }),
  check({ name, given: [asked], value, error }) {
    if (error !== undefined || value === null) return;
    if (name === 'find')
      expect(value).toEqual({
        name: asked,
        size: expect.any(Number),
        version: expect.stringMatching(/^[!#-~]+$/),
      });
    if (name === 'addressOf') expect(URL.canParse(String(value))).toBe(true);
  },
  // Names of films are not secret.
  secrets: () => [],
};
