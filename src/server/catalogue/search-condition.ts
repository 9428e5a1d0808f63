import type { Expression, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';

/** More words than anybody types; each is looked up on its own. */
const highestWords = 12;

/**
 * Words of a search as people type them: the last one may be unfinished, accents may be missing. Every word has to
 * occur, inflected or as a beginning as it was typed (the stem of "Dürer" begins "durch", too). Words that every text has
 * are left out. Null when nothing in it is a word. Words are quoted after their accents are gone, because that may leave
 * signs of the query language behind: "½" becomes " 1/2".
 */
export function toSearchQuery(typed: string, locale: Locale): Expression<string> | null {
  const words = typed.match(/[\p{L}\p{N}]+/gu)?.slice(0, highestWords);
  if (words === undefined) return null;
  const language = languageOf(locale);
  const parts = words.map((word) => {
    const quoted = sql`'''' || translate(unaccent(${word}), '''\\', '  ') || ''''`;
    const inflected = sql`to_tsquery(${language}, ${quoted})`;
    return sql`case when numnode(${inflected}) = 0 then ''::tsquery
      else ${inflected} || to_tsquery('simple', ${quoted} || ':*') end`;
  });
  return sql<string>`(${sql.join(parts, sql` && `)})`;
}

/** Products whose texts hold the words. */
export function holdsWords(query: Expression<string>, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`${vectorOf(locale)} @@ ${query}`;
}

/** How well a product's texts fit, the best first. */
export function rankOf(query: Expression<string>, locale: Locale): Expression<number> {
  return sql<number>`ts_rank(${vectorOf(locale)}, ${query})`;
}

/**
 * Products of whose title, master or discipline a part looks like what was typed, for typing errors. The limit is
 * `pg_trgm.word_similarity_threshold`, which `lowerSimilarity` sets for one transaction.
 */
export function looksLike(typed: string, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`lower(unaccent(${typed})) <% ${wordsOf(locale)}`;
}

/** How much it looks like it, the most first. */
export function similarityOf(typed: string, locale: Locale): Expression<number> {
  return sql<number>`word_similarity(lower(unaccent(${typed})), ${wordsOf(locale)})`;
}

/** One or two wrong letters in a name are forgiven; the default of 0.6 forgives hardly one. */
export const lowerSimilarity = sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`;

/**
 * PostgreSQL thinks that comparing words costs next to nothing and reads the whole catalogue for it: ten times as slow at
 * 10,000 products as by the index. For one transaction.
 */
export const preferIndexes = sql`select set_config('enable_seqscan', 'off', true)`;

function vectorOf(locale: Locale) {
  return sql.ref(locale === 'de' ? 'products.search_de' : 'products.search_en');
}

function wordsOf(locale: Locale) {
  return sql.ref(locale === 'de' ? 'products.search_words_de' : 'products.search_words_en');
}

function languageOf(locale: Locale) {
  return sql.lit(locale === 'de' ? 'german' : 'english');
}
