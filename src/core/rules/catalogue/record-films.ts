import type { Fields } from './record-values.ts';

/** The films that operators have brought for a course: their ids, by lessons and trailer. */
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

/** The lessons and trailers for which two records name different films. */
export function changedFilms(before: RecordFilms, after: RecordFilms): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}
