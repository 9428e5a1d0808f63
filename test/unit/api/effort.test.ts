import { expect, test } from 'vitest';
import { effortOf } from '#api/effort.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';

test('a change that strangers may make has limits of its own, or is named here as one that costs no more', () => {
  const calls = Object.entries<Endpoint>(endpoints).filter(
    ([key, { method, access }]) =>
      method !== 'GET' &&
      (access === 'anyone' || access === 'optional_user') &&
      effortOf[key as keyof typeof endpoints].join() === 'changes',
  );
  expect(calls.map(([key]) => key).toSorted()).toEqual([
    'cancelCode',
    'countWatching',
    'leaveNewsletterByMail',
    'logOut',
    'requestEarlyStart',
  ]);
});
