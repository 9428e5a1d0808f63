import { expect, test } from 'vitest';
import s3 from '#adapters/media/s3/module.ts';

const keys = {
  ...{ S3_BUCKET: 'courses', S3_REGION: 'eu-central-1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
  ...{ S3_ENDPOINT: undefined, S3_PUBLIC_ENDPOINT: undefined },
};
const nearby = { S3_ENDPOINT: 'http://10.0.0.3:9000', S3_PUBLIC_ENDPOINT: 'https://films.example/x' };

test('pages allow the host from which browsers get films', () => {
  expect(s3.hosts(keys)).toEqual(['https://courses.s3.eu-central-1.amazonaws.com']);
  expect(s3.hosts({ ...keys, ...nearby, S3_PUBLIC_ENDPOINT: undefined })).toEqual(['http://10.0.0.3:9000']);
  expect(s3.hosts({ ...keys, ...nearby })).toEqual(['https://films.example']);
});

test('a signed URL is at the public endpoint, expires at the given time, and exists for films only', async () => {
  const storage = await s3.open({ ...keys, ...nearby });
  const end = Date.UTC(2026, 10, 21, 10, 10);
  const address = new URL((await storage.addressOf?.('film-1-v240.m4s', end)) ?? '');
  expect(`${address.origin}${address.pathname}`).toBe('https://films.example/x/courses/film-1-v240.m4s');
  const { 'X-Amz-Date': from = '', 'X-Amz-Expires': seconds } = Object.fromEntries(address.searchParams);
  expect([from, seconds]).toEqual(['20261121T100000Z', '600']);
  expect(await storage.addressOf?.('../secret', end)).toBeNull();
});
