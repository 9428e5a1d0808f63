import { expect, test } from 'vitest';
import mail from '../src/module.ts';

const surroundings = { port: 3000, isEarlier: false };

test('live mode needs an encrypted address', () => {
  const settings = { HTTP_MAIL_URL: 'http://post.example', HTTP_MAIL_KEY: 'sixteen-letters-' };
  expect(mail.check(settings, { ...surroundings, mode: 'demo' })).toEqual([]);
  expect(mail.check(settings, { ...surroundings, mode: 'live' })).toMatchObject([{ name: 'HTTP_MAIL_URL' }]);
  const encrypted = { ...settings, HTTP_MAIL_URL: 'https://post.example' };
  expect(mail.check(encrypted, { ...surroundings, mode: 'live' })).toEqual([]);
});

test('a missing or short key is told without repeating it', () => {
  const { HTTP_MAIL_KEY } = mail.settings;
  expect(HTTP_MAIL_KEY.safeParse(undefined).error?.issues[0]?.message).toMatch(/API keys/);
  expect(HTTP_MAIL_KEY.safeParse('short-secret').error?.issues[0]?.message).not.toContain('short-secret');
});
