import type { Localized } from '#core/model/values.ts';
import { differingFields, type Fields, withFields } from './record-values.ts';

/** Ids of uploaded films of a course, by lesson or trailer, and of their additional files, by `fileName`. */
export type RecordFilms = Readonly<Record<string, string>>;

/** Returns the films of a record; ignores invalid values, which a draft may contain. */
export function filmsOf(value: Fields | null): RecordFilms {
  const films = value?.films;
  if (typeof films !== 'object' || films === null) return {};
  return Object.fromEntries(Object.entries(films).filter(([, id]) => typeof id === 'string'));
}

/** Returns the record with these films; without the field when there are none. */
export function withFilms(value: Fields, films: RecordFilms): Fields {
  const rest = withoutFilms(value);
  return Object.keys(films).length === 0 ? rest : { ...rest, films };
}

/** Returns the record as in its content file. */
export function withoutFilms(value: Fields): Fields {
  const { films, ...rest } = value;
  return rest;
}

/** Returns the films with another id for a lesson or trailer; `undefined` removes it. */
export function withFilm(films: RecordFilms, name: string, id: string | undefined): RecordFilms {
  const { [name]: before, ...others } = films;
  return id === undefined ? others : { ...others, [name]: id };
}

/** Returns the names of films and files that differ between two records. */
export function changedFilms(before: RecordFilms, after: RecordFilms): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

const filmPrefix = 'films.';

/** Returns the fields in which two records differ, with a separate entry for each film: `films.one-key`. */
export function differingPaths(before: Fields | null, after: Fields): readonly string[] {
  return differingFields(before, after).flatMap((name) =>
    name === 'films'
      ? changedFilms(filmsOf(before), filmsOf(after)).map((film) => `${filmPrefix}${film}`)
      : [name],
  );
}

/** Returns a record with the values of another record at these paths. */
export function withPaths(record: Fields, other: Fields, paths: readonly string[]): Fields {
  const fields = withFields(record, other, paths);
  const films = paths.filter((path) => path.startsWith(filmPrefix));
  if (films.length === 0) return fields;
  const wanted = filmsOf(other);
  const named = films.map((path) => path.slice(filmPrefix.length));
  return withFilms(
    fields,
    named.reduce((all, film) => withFilm(all, film, wanted[film]), filmsOf(fields)),
  );
}

/** Returns the name of a caption, text or worksheet file of a lesson or trailer in records: `one-key.de.vtt`. */
export function fileName(film: string, ending: string): string {
  return `${film}.${ending}`;
}

/** Returns the lesson or trailer of a film or file name. */
export function filmOf(name: string): string {
  const [film = ''] = name.split('.');
  return film;
}

/** Returns the upload time of a film or file from its id (RFC 9562, UUID version 7); null for any other id. */
export function filmUploadedAt(id: string): string | null {
  const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return high === '' ? null : new Date(Number.parseInt(high + low, 16)).toISOString();
}

/** Returns the title of a lesson; undefined if it has none, because a draft may be incomplete. */
export function lessonTitle(course: Fields, lesson: string): Localized<string> | undefined {
  const lessons = itemsOf(course.parts).flatMap((part) => itemsOf(part.lessons));
  const { de, en } = (lessons.find(({ id }) => id === lesson)?.title ?? {}) as Fields;
  return typeof de === 'string' && typeof en === 'string' ? { de, en } : undefined;
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
