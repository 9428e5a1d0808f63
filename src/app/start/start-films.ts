import type { Config } from '#app/settings/config.ts';
import { withoutCredentials } from '#app/settings/module-settings.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { contentFilms, loadFilms } from '#server/learning/films/load-films.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createMediaLibrary } from '#server/platform/media/media-library.ts';

type Say = (message: string) => void;

/**
 * Requests a trailer's film from the media storage, to detect a wrong key before viewers do, and stores the content's
 * packaged films if it responds. The shop opens in any case: only films need the storage, and an outage looks the same.
 * Waits at most ten seconds.
 */
export async function prepareFilms(
  context: OrderContext,
  config: Config,
  content: Content,
  say: Say,
): Promise<void> {
  if (await isStorageReachable(context, config, content, say)) await storeFilms(context, say);
}

/** Returns whether the media storage responds; reports the cause if not. */
async function isStorageReachable(
  { media, log }: OrderContext,
  config: Config,
  { products }: Content,
  say: Say,
): Promise<boolean> {
  const trailer = products.find((product) => product.trailer !== null)?.trailer;
  if (trailer === null || trailer === undefined) return true;
  try {
    await createMediaLibrary(media).file(trailer.name, 'mp4');
    return true;
  } catch (error) {
    log.error('media_storage_away', error);
    const [cause = ''] = error instanceof Error ? error.message.split('\n') : [];
    say(
      `No film can be shown, because the module "${config.media.module.name}" fails. ${withoutCredentials(cause)}`,
    );
    return false;
  }
}

/** Stores the packaged films of the content. If this fails, the shop still opens and shows the whole files. */
async function storeFilms(context: OrderContext, say: Say): Promise<void> {
  try {
    const stored = await loadFilms(context, contentFilms);
    if (stored > 0) say(`${stored} films of the content are stored.`);
  } catch (error) {
    context.log.error('films_not_stored', error);
    say(`The films of the content are not stored: ${error instanceof Error ? error.message : String(error)}`);
  }
}
