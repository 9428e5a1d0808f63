import { locales } from '#core/rules/locale.ts';
import { checkOffers } from './check-offers.ts';
import type { ContentFault } from './content-fault.ts';
import { fieldName } from './content-fault.ts';
import { legalNames } from './document-schemas.ts';
import type { ReadFile } from './read-files.ts';
import type { Blame, Find, Sources } from './source-files.ts';

/** Checks what files say of each other: references, pictures, places, unique slugs, lesson ids and codes. */
export function checkReferences(sources: Sources): readonly ContentFault[] {
  const faults: ContentFault[] = [];
  const blame: Blame = (at, path, problem, cure) => {
    faults.push({ file: at.file, field: fieldName(path), line: at.lineOf(path), problem, cure });
  };
  const bySlug = new Map(sources.products.map((product) => [product.slug, product]));
  const find: Find = (at, path, slug, kind) => {
    const product = bySlug.get(slug);
    if (product !== undefined && (kind === undefined || product.kind === kind)) return product;
    const wanted = kind === undefined ? 'product' : kind.replace('_', ' ');
    const known = [...bySlug.values()].filter((one) => kind === undefined || one.kind === kind);
    blame(
      at,
      path,
      `no ${wanted} is called "${slug}"`,
      `name one of: ${known.map((one) => one.slug).join(', ')}`,
    );
    return null;
  };
  checkUnique(sources, blame);
  checkPictures(sources, blame);
  checkProducts(sources, blame, find);
  checkLegal(sources, blame);
  checkOffers(sources, blame, find);
  return faults;
}

function checkUnique({ products }: Sources, blame: Blame): void {
  const slugs = new Map<string, string>();
  const places = new Map<string, string>();
  const lessons = new Map<string, string>();
  for (const product of products) {
    const { file, slug, kind, value } = product;
    claim(slugs, slug, file, () =>
      blame(product, [], `its slug is taken by ${slugs.get(slug)}`, 'rename one of the two files'),
    );
    const place = `${kind} ${value.position}`;
    claim(places, place, file, () =>
      blame(
        product,
        ['position'],
        `the place is taken by ${places.get(place)}`,
        'number them without repeats',
      ),
    );
    if (product.kind !== 'course') continue;
    product.value.parts.forEach((part, partIndex) => {
      part.lessons.forEach(({ id }, index) => {
        claim(lessons, id, file, () =>
          blame(
            product,
            ['parts', partIndex, 'lessons', index, 'id'],
            `the lesson id "${id}" is taken in ${lessons.get(id)}`,
            'choose another id',
          ),
        );
      });
    });
  }
}

/** Takes a key for a file, or complains that it is taken. */
function claim(taken: Map<string, string>, key: string, file: string, complain: () => void): void {
  if (taken.has(key)) complain();
  else taken.set(key, file);
}

function checkPictures({ products, masters, posts, campaigns, shop, pictures }: Sources, blame: Blame): void {
  const known = new Set(pictures);
  const check = (at: ReadFile<unknown>, path: readonly PropertyKey[], name: string) => {
    if (known.has(name)) return;
    blame(at, path, `there is no picture "${name}"`, `draw pictures/${name}.svg or name another picture`);
  };
  for (const one of [...products, ...masters, ...posts]) check(one, ['picture'], one.value.picture);
  for (const { kind, slug, file, lineOf } of products) {
    for (const locale of kind === 'course' ? locales : []) {
      const name = `teilen-${slug}-${locale}`;
      const cure = 'run node content/pictures/draw-share.mjs';
      if (!known.has(name))
        blame(
          { file, value: null, lineOf },
          ['title', locale],
          `there is no picture "${name}" for sharing`,
          cure,
        );
    }
  }
  for (const [index, { picture }] of campaigns.value.entries()) check(campaigns, [index, 'picture'], picture);
  check(shop, ['brand', 'share_picture'], shop.value.brand.share_picture);
  check(shop, ['opening', 'picture'], shop.value.opening.picture);
  check(shop, ['opening', 'picture_on_phones'], shop.value.opening.picture_on_phones);
}

function checkProducts(
  { products, masters, categories, posts, shop }: Sources,
  blame: Blame,
  find: Find,
): void {
  const known = new Set(masters.map((master) => master.slug));
  const disciplines = new Set(
    categories.value.groups.flatMap((group) => group.disciplines.map((one) => one.identifier)),
  );
  for (const product of products) {
    if ((product.kind === 'course' || product.kind === 'book') && !known.has(product.value.master)) {
      const cure = `write masters/${product.value.master}.yaml or name another master`;
      blame(product, ['master'], `no master is called "${product.value.master}"`, cure);
    }
    if (product.kind === 'course') {
      if (!disciplines.has(product.value.discipline)) {
        const cure = `add it to categories.yaml or name one of: ${[...disciplines].join(', ')}`;
        blame(product, ['discipline'], `no discipline is called "${product.value.discipline}"`, cure);
      }
      if (product.value.parts[0]?.lessons[0]?.is_free !== true) {
        blame(product, ['parts', 0, 'lessons', 0], 'the first lesson is not free', 'write is_free: true');
      }
    }
    if (product.kind === 'book') {
      for (const [index, slug] of product.value.courses.entries()) {
        find(product, ['courses', index], slug, 'course');
      }
    }
    const gives = product.kind === 'gift' || product.kind === 'gift_box' ? product.value.gives : undefined;
    if (gives?.kind === 'course') find(product, ['gives', 'course'], gives.course, 'course');
    if (gives?.kind === 'membership') find(product, ['gives', 'membership'], gives.membership, 'membership');
  }
  for (const post of posts) {
    for (const [index, slug] of post.value.courses.entries()) find(post, ['courses', index], slug, 'course');
  }
  find(shop, ['opening', 'course'], shop.value.opening.course, 'course');
}

/** Both languages of a legal text carry the same version, because an order stores one. */
function checkLegal({ legal }: Sources, blame: Blame): void {
  for (const name of legalNames) {
    const versions = new Set(locales.map((locale) => legal[name][locale].version));
    if (versions.size === 1) continue;
    const at = { file: `legal/${name}.en.md`, value: null, lineOf: () => 3 };
    blame(at, ['version'], 'differs from the version of the German text', 'give both the same version');
  }
}
