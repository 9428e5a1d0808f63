import { expect, test } from 'vitest';
import type { Config } from '#app/settings/config.ts';
import { prepareFilms } from '#app/start/start-films.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

test('a shop whose media storage fails opens, and says and logs why, without a password', async () => {
  const events: string[] = [];
  const said: string[] = [];
  const find = () => Promise.reject(new Error('https://key:geheim@films.example is away\n    at somewhere'));
  // Nothing else of it is used: no film is stored in a storage that fails.
  const context = {
    media: { ...noMedia, find },
    log: { error: (event: string) => events.push(event) },
  } as unknown as OrderContext;
  const config = { media: { module: { name: 's3' } } } as Config;
  const content = { products: [{ trailer: { name: 'trailer-clara-schumann' } }] } as unknown as Content;
  await prepareFilms(context, config, content, (line) => said.push(line));
  expect(events).toEqual(['media_storage_away']);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^No film can be shown, because the module "s3" fails\. .*films\.example is away$/);
  expect(said[0]).not.toContain('geheim');
});
