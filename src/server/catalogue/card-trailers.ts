import { sql } from 'kysely';
import { type Locale, locales } from '#core/model/values.ts';
import { type TrailerFacts, trailerName } from '#core/rules/catalogue/trailers.ts';

/** Trailer data of the content in one language; absent in content loaded by older versions. */
export interface ContentTrailer {
  readonly trailer?: string | null;
  /** Description of the picture. */
  readonly trailer_text?: string | null;
  readonly trailer_has_sound?: boolean;
}

/** Trailer data of a product card. */
interface CardTrailer extends TrailerFacts {
  readonly trailer_captions: Locale[];
}

/** A course's trailer as stored by film jobs and uploads. */
interface StoredTrailer {
  /** The current film in several sizes; null without one. */
  readonly film: {
    readonly is_added: boolean;
    readonly has_sound: boolean;
    readonly has_preview: boolean;
  } | null;
  /** Languages of uploaded captions. */
  readonly captions: readonly Locale[];
  /** Uploaded description of the picture; null without one. */
  readonly text: string | null;
}

/**
 * Selects the stored trailer; null for products other than courses. The kind is checked because a course draft may have
 * the slug of another product.
 */
export function selectStoredTrailer(locale: Locale) {
  const name = sql`${sql.lit(trailerName(''))} || products.slug`;
  return sql<StoredTrailer | null>`case when products.kind = 'course' then json_build_object(
    'film', (select json_build_object('is_added', origin = 'added', 'has_sound', facts -> 'sound' <> 'null'::jsonb,
      'has_preview', facts @> '{"has_preview": true}')
      from films where films.name = ${name} and replaced_at is null),
    'captions', (select coalesce(json_agg(split_part(ending, '.', 1) order by ending), '[]'::json)
      from lesson_files where lesson_id = ${name} and ending like '%.vtt'),
    'text', (select convert_from(content, 'UTF8')
      from lesson_files where lesson_id = ${name} and ending = ${sql.lit(`${locale}.txt`)})
  ) end`;
}

/**
 * Returns the trailer of a product card. An uploaded trailer uses only uploaded captions and texts, not those of the
 * content, and has no whole files.
 */
export function cardTrailer(
  slug: string,
  content: ContentTrailer,
  stored: StoredTrailer | null,
): CardTrailer {
  const { film = null, captions = [], text = null } = stored ?? {};
  if (film?.is_added === true)
    return {
      trailer: trailerName(slug),
      trailer_text: text?.trim() ?? null,
      trailer_has_sound: film.has_sound,
      trailer_is_adaptive: true,
      trailer_has_files: false,
      trailer_has_preview: film.has_preview,
      trailer_captions: [...captions],
    };
  const trailer = content.trailer ?? null;
  return {
    trailer,
    trailer_text: trailer === null ? null : (text?.trim() ?? content.trailer_text ?? null),
    trailer_has_sound: content.trailer_has_sound ?? false,
    trailer_is_adaptive: film !== null,
    trailer_has_files: trailer !== null,
    trailer_has_preview: false,
    trailer_captions: trailer === null ? [] : [...locales],
  };
}
