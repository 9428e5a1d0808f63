import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isInternalAddress } from '#server/platform/webhooks/internal-addresses.ts';

describe('addresses of the own machine or network', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const ending = (octets: number) =>
    fc.array(octet, { minLength: octets, maxLength: octets }).map((numbers) => numbers.join('.'));

  test.prop([
    fc.oneof(
      ending(3).map((rest) => `10.${rest}`),
      ending(3).map((rest) => `127.${rest}`),
      ending(3).map((rest) => `0.${rest}`),
      ending(2).map((rest) => `192.168.${rest}`),
      ending(2).map((rest) => `169.254.${rest}`),
    ),
  ])('every address of an internal network is internal, also written as IPv6', (address) => {
    expect(isInternalAddress(address)).toBe(true);
    expect(isInternalAddress(`::ffff:${address}`)).toBe(true);
  });

  test.each([
    '172.16.0.1',
    '172.31.255.255',
    '100.64.0.1',
    '255.255.255.255',
    '239.1.2.3',
    '::',
    '::1',
    'fe80::1',
    'fd12:3456::1',
    'ff02::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'localhost',
    '',
  ])('%s is internal', (address) => {
    expect(isInternalAddress(address)).toBe(true);
  });

  test.each([
    '172.15.255.255',
    '172.32.0.1',
    '100.63.1.1',
    '8.8.8.8',
    '192.167.1.1',
    '2a00:1450:4001::8a',
    '2606:4700::1111',
  ])('%s is not internal', (address) => {
    expect(isInternalAddress(address)).toBe(false);
  });
});
