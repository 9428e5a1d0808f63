import { type Expression, type SqlBool, sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';

/** Maximum words of a query: each costs one index lookup. */
const maxWords = 12;

/**
 * Builds the full-text query; null when the text contains no word. Accents may be missing. Every word must occur,
 * inflected or as a prefix. The prefix is the typed word and not its stem, because the stem of "Dürer" also begins
 * "durch". Stop words are left out. Words are quoted after `unaccent`, because it can produce operators of the query
 * language: "½" becomes " 1/2".
 */
export function toSearchQuery(typed: string, locale: Locale): Expression<string> | null {
  const words = typed.match(/[\p{L}\p{N}]+/gu)?.slice(0, maxWords);
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

export function holdsWords(query: Expression<string>, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`${vectorOf(locale)} @@ ${query}`;
}

export function rankOf(query: Expression<string>, locale: Locale): Expression<number> {
  return sql<number>`ts_rank(${vectorOf(locale)}, ${query})`;
}

/**
 * Matches products whose title, master or discipline contains similar text. The threshold is
 * `pg_trgm.word_similarity_threshold`, set by `lowerSimilarity`.
 */
export function looksLike(typed: string, locale: Locale): Expression<SqlBool> {
  return sql<SqlBool>`lower(unaccent(${typed})) <% ${wordsOf(locale)}`;
}

export function similarityOf(typed: string, locale: Locale): Expression<number> {
  return sql<number>`word_similarity(lower(unaccent(${typed})), ${wordsOf(locale)})`;
}

/**
 * Lowers the threshold to tolerate one or two wrong letters in a name; the default of 0.6 is too strict. Valid for one
 * transaction.
 */
export const lowerSimilarity = sql`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`;

/**
 * Makes PostgreSQL use the index: it underestimates the cost of comparing words and would scan the whole table, ten
 * times slower at 10,000 products. Valid for one transaction.
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
