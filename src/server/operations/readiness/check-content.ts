import {
  type PublishedRecord,
  publishedShop,
  withPublishedRecords,
} from '#server/content/published-records.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { checkFilms, expectedFilms } from '#server/content/sources/check-films.ts';
import { findBooksWithoutAustria } from '#server/content/sources/check-references.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { guaranteeNoticeCure, lacksGuaranteeNotice } from '#server/content/sources/guarantee-notice.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { describeContentFault } from '#server/content/sources/read-files.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Matches sample texts of this project, which operators have to replace. */
const placeholder = /\.example\b|\bBeispiel|Mustertext|Sample text|erfunden|\binvented\b|0{5,}|00000/;

/**
 * Checks the content folder: errors that prevent loading (missing translations, films without captions), sample texts,
 * the guarantee notice, book prices in Austria, VAT settings and missing films. `published` are judged in place of
 * their files.
 */
export async function checkContent(
  root: string,
  published: readonly PublishedRecord[] = [],
): Promise<{
  readonly findings: readonly Finding[];
  /** Null when the content cannot be read. */
  readonly content: Content | null;
}> {
  const { findings, wrong } = findingsOf('content');
  const read = await readContent(root);
  if (!read.ok) {
    for (const fault of read.error) wrong(describeContentFault(fault), 'mend it, then run npm run content');
    return { findings, content: null };
  }
  const content = withPublishedRecords(read.value, published);
  const { missingFilms } = await checkFilms(root, expectedFilms(content.products));
  return {
    findings: [
      ...findings,
      ...checkLegal(content, publishedShop(published) === null ? 'shop.yaml' : 'shop data'),
      ...checkGoods(content.sources),
      ...checkVat(content),
      ...checkMissingFilms(missingFilms),
    ],
    content,
  };
}

function checkLegal({ shop, legal }: Pick<Content, 'shop' | 'legal'>, source: string): readonly Finding[] {
  const { findings, wrong } = findingsOf('content');
  const { company, support, mail, processors } = shop;
  for (const [part, values] of Object.entries({ company, support, mail, processors })) {
    for (const [field, value] of Object.entries(values)) {
      if (placeholder.test(JSON.stringify(value)))
        wrong(`${source}: ${part}.${field} is invented`, 'put in what is true of your company');
    }
  }
  for (const [name, texts] of Object.entries(legal)) {
    for (const [locale, { plain }] of Object.entries(texts)) {
      if (placeholder.test(plain))
        wrong(
          `legal/${name} in ${locale} has placeholders, or the note that it is a sample`,
          'put in a text of your own that a lawyer has checked',
        );
    }
  }
  return findings;
}

function checkGoods(sources: Pick<RecordSources, 'shop' | 'products'>): readonly Finding[] {
  const { findings, wrong } = findingsOf('content');
  if (lacksGuaranteeNotice({ shop: sources.shop.value, products: sources.products }))
    wrong('the official notice on the legal guarantee is missing', guaranteeNoticeCure);
  const books = findBooksWithoutAustria(sources).map(({ slug }) => slug);
  if (books.length > 0)
    wrong(
      `the shop delivers to Austria, and German books lack their minimum price there: ${books.join(', ')}`,
      'ask the publisher for the price recommended there, or take AT out of the delivery countries',
    );
  return findings;
}

function checkVat({ shop }: Pick<Content, 'shop'>): readonly Finding[] {
  const { findings, wrong, look } = findingsOf('VAT');
  if (!/^DE\d{9}$/.test(shop.company.vat_id))
    wrong('company.vat_id is no German VAT id', 'set the one of your company, DE and nine digits');
  if (shop.vat.oss_from === null)
    look(
      'German VAT is taken in the whole EU (vat.oss_from is null)',
      'set the first day of the one-stop shop before sales to other EU countries exceed 10,000 euros a year',
    );
  return findings;
}

function checkMissingFilms(missingFilms: readonly string[]): readonly Finding[] {
  const { findings, look } = findingsOf('films');
  if (missingFilms.length > 0)
    look(
      `${missingFilms.length} lessons or trailers have no film: ${missingFilms.join(', ')}`,
      'bring them: film add',
    );
  return findings;
}
