import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import matomo from '../src/module.ts';

test('only the origin of Matomo is opened, and both settings reach the browser', () => {
  const settings = { MATOMO_URL: 'https://matomo.example/m', MATOMO_SITE_ID: '3' };
  expect(matomo.hosts(settings)).toEqual({
    scripts: ['https://matomo.example'],
    calls: ['https://matomo.example'],
    pictures: ['https://matomo.example'],
  });
  expect(matomo.browserSettings(settings)).toEqual({ url: 'https://matomo.example/m', site_id: '3' });
});

test('the browser half is beside the module', () => {
  expect(existsSync(matomo.browser)).toBe(true);
});

test('a slash at the end of the address is removed, and a site without a number is refused', () => {
  expect(matomo.settings.MATOMO_URL.parse('https://matomo.example/')).toBe('https://matomo.example');
  expect(matomo.settings.MATOMO_SITE_ID.safeParse('shop').success).toBe(false);
});
