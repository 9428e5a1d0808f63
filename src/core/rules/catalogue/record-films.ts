import type { Localized } from '#core/model/values.ts';
import { differingFields, type Fields, withFields } from './record-values.ts';

/**
 * What operators have brought for a course: the ids of films, by lesson or trailer, and of the files beside them, by
 * `fileName`.
 */
export type RecordFilms = Readonly<Record<string, string>>;

/** The films that a record names; a draft may say anything. */
export function filmsOf(value: Fields | null): RecordFilms {
  const films = value?.films;
  if (typeof films !== 'object' || films === null) return {};
  return Object.fromEntries(Object.entries(films).filter(([, id]) => typeof id === 'string'));
}

/** The record with these films; the field is left out when there are none. */
export function withFilms(value: Fields, films: RecordFilms): Fields {
  const rest = withoutFilms(value);
  return Object.keys(films).length === 0 ? rest : { ...rest, films };
}

/** The record as its file has it. */
export function withoutFilms(value: Fields): Fields {
  const { films, ...rest } = value;
  return rest;
}

/** The films with another one for a lesson or trailer; `undefined`: none that was brought. */
export function withFilm(films: RecordFilms, name: string, id: string | undefined): RecordFilms {
  const { [name]: before, ...others } = films;
  return id === undefined ? others : { ...others, [name]: id };
}

/** The lessons and trailers for which two records name different films, and the names of such files. */
export function changedFilms(before: RecordFilms, after: RecordFilms): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

const filmPlace = 'films.';

/** The fields in which two records differ, of their films each by itself: `films.one-key`. */
export function differingPlaces(before: Fields | null, after: Fields): readonly string[] {
  return differingFields(before, after).flatMap((name) =>
    name === 'films'
      ? changedFilms(filmsOf(before), filmsOf(after)).map((film) => `${filmPlace}${film}`)
      : [name],
  );
}

/** A record in which what stands at these places is as in another. */
export function withPlaces(record: Fields, other: Fields, places: readonly string[]): Fields {
  const fields = withFields(record, other, places);
  const films = places.filter((place) => place.startsWith(filmPlace));
  if (films.length === 0) return fields;
  const wanted = filmsOf(other);
  const named = films.map((place) => place.slice(filmPlace.length));
  return withFilms(
    fields,
    named.reduce((all, film) => withFilm(all, film, wanted[film]), filmsOf(fields)),
  );
}

/** Captions, text or worksheet of a lesson or trailer as records name them: `one-key.de.vtt`. */
export function fileName(film: string, ending: string): string {
  return `${film}.${ending}`;
}

/** The lesson or trailer of a film or file that a record names. */
export function filmOf(name: string): string {
  const [film = ''] = name.split('.');
  return film;
}

/** When a film or file was brought, as its id tells (RFC 9562, UUID version 7); null for what is no such id. */
export function filmBroughtAt(id: string): string | null {
  const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return high === '' ? null : new Date(Number.parseInt(high + low, 16)).toISOString();
}

/** The title of a lesson in a course; undefined when it has none, because a draft may say anything. */
export function lessonTitle(course: Fields, lesson: string): Localized<string> | undefined {
  const lessons = itemsOf(course.parts).flatMap((part) => itemsOf(part.lessons));
  const { de, en } = (lessons.find(({ id }) => id === lesson)?.title ?? {}) as Fields;
  return typeof de === 'string' && typeof en === 'string' ? { de, en } : undefined;
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
