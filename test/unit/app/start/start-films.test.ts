import { expect, test } from 'vitest';
import type { Config } from '#app/settings/config.ts';
import { prepareFilms } from '#app/start/start-films.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

test('a shop opens even if its media storage fails, and prints and logs why, without a password', async () => {
  const events: string[] = [];
  const printed: string[] = [];
  const find = () => Promise.reject(new Error('https://key:geheim@films.example is away\n    at somewhere'));
  // Only these parts are used, because no film is stored if the storage fails.
  const context = {
    media: { ...noMedia, find },
    log: { error: (event: string) => events.push(event) },
  } as unknown as OrderContext;
  const config = { media: { module: { name: 's3' } } } as Config;
  const content = { products: [{ trailer: { name: 'trailer-clara-schumann' } }] } as unknown as Content;
  await prepareFilms(context, config, content, (line) => printed.push(line));
  expect(events).toEqual(['media_storage_away']);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(
    /^No film can be shown, because the module "s3" fails\. .*films\.example is away$/,
  );
  expect(printed[0]).not.toContain('geheim');
});
