import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { productKinds } from '#core/model/product.ts';
import {
  coverPictureWidths,
  displayWidths,
  offeredWidths,
  pictureWidths,
} from '#core/rules/catalogue/picture-widths.ts';
import { picturesToRender } from '#server/content/sources/pictures-to-render.ts';
import { runs } from '#test/run-length.ts';

const names = 'falter blatt linie kasten buehne karte teilen-falter-de siegel-en';
const name = fc.constantFrom(...names.split(' '));
const picture = fc.record({ picture: name });
const uses = fc.record({
  shop: fc.record({
    brand: fc.record({ share_picture: name }),
    opening: fc.record({ picture: name, picture_on_phones: name }),
    guarantee_notice: fc.option(fc.record({ de: name, en: name }), { nil: undefined }),
  }),
  products: fc.array(fc.record({ kind: fc.constantFrom(...productKinds), picture: name })),
  masters: fc.array(picture),
  posts: fc.array(picture),
  marketing: fc.record({ campaigns: fc.array(picture) }),
  pictures: fc.uniqueArray(name),
});

describe('the pictures to render', () => {
  test.prop([uses], { numRuns: runs(200) })('are versions that can be requested, each once', (content) => {
    const versions = picturesToRender(content);
    for (const { width } of versions) expect(pictureWidths).toContain(width);
    const keys = versions.map(({ name, width, format }) => `${name}-${width}.${format}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.prop([uses, fc.constantFrom('avif', 'webp')], { numRuns: runs(200) })(
    'have every width at which a screen offers a product, its cover included',
    (content, format) => {
      const versions = picturesToRender(content);
      const has = (picture: string, width: number) =>
        versions.some((one) => one.name === picture && one.width === width && one.format === format);
      for (const { kind, picture } of content.products) {
        const shown = kind === 'course' ? [...displayWidths.any, ...displayWidths.poster] : displayWidths.any;
        for (const width of [...shown.flatMap(offeredWidths), ...coverPictureWidths])
          expect([picture, width, has(picture, width)]).toEqual([picture, width, true]);
      }
    },
  );

  test.prop([uses], { numRuns: runs(100) })('have every drawing, and begin with the opening', (content) => {
    const versions = picturesToRender(content);
    const drawn = new Set(versions.map((one) => one.name));
    expect(content.pictures.filter((one) => !drawn.has(one))).toEqual([]);
    expect(versions[0]).toMatchObject({ name: content.shop.opening.picture, format: 'avif' });
    const formats = versions.map(({ format }) => ['avif', 'webp', 'png'].indexOf(format));
    expect(formats).toEqual(formats.toSorted());
  });
});
