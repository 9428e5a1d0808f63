import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { giveCourse, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** A free and a paid lesson of one course, both with films. */
export const free = 'schumann-eine-taste';
export const paid = 'schumann-das-gewicht-des-arms';

/** Opens a shop with the routes of its films. */
export async function openMediaShop() {
  const shop = await openTestShop();
  const media = mediaRoutes(shop.context, apiTexts.mails);

  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    media.request(address.replace(/^\/media/, ''), { method, headers });

  async function owner(): Promise<Shopper> {
    const shopper = await register(shop);
    await giveCourse(shop, shopper.id);
    return shopper;
  }

  async function lesson(id: string, shopper?: Shopper, language: 'de' | 'en' = 'de') {
    const bearer = shopper === undefined ? {} : { bearer: shopper.access };
    const { value } = await shop.call(endpoints.getLesson, { params: { id }, language, ...bearer });
    if (value === null) throw new Error(`No lesson ${id}`);
    return value.data.attributes;
  }

  /** Returns the signed URL of the film of the paid lesson. */
  async function paidFilm(): Promise<string> {
    const { media: film } = await lesson(paid, await owner());
    return film?.sources[0]?.address ?? '';
  }

  return { shop, get, owner, lesson, paidFilm };
}
