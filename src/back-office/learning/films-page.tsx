import { useLoaderData } from 'react-router';
import { filmFilters, operatorFilmEndpoints } from '#api/learning/operator-film-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { useReloadWhile } from '#back-office/kit/use-reload-while.ts';
import type { OperatorFilm } from '#core/model/film-job.ts';
import { isUnderWay } from '#core/rules/learning/film-job-states.ts';
import { DraftTag, FilmTitle, JobTag, openJob, ShownTag } from './film-states.tsx';

const films: ListDescription<OperatorFilm> = {
  title: 'places.films',
  searchLabel: 'films.search',
  empty: 'films.empty',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'films.state',
      options: filmFilters.map((value) => ({ value, label: `films.filters.${value}` as const })),
    },
  ],
  columns: [
    { label: 'films.lesson', place: 'title', cell: (film) => <FilmTitle film={film} /> },
    { label: 'films.course', place: 'main', cell: ({ course }) => course },
    { label: 'films.film', place: 'meta', cell: (film) => <ShownTag film={film} /> },
    { label: 'film.draft', place: 'meta', cell: (film) => <DraftTag film={film} /> },
    {
      label: 'films.work',
      place: 'meta',
      cell: (film) => {
        const job = openJob(film);
        return job === null ? null : <JobTag job={job} />;
      },
    },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/films/${id}`,
  find: (query, signal) => call(operatorFilmEndpoints.listOperatorFilms, { query }, { signal }),
};

export const filmsLoader = listLoader(films);

export function FilmsPage() {
  const { items } = useLoaderData<{ readonly items: readonly OperatorFilm[] }>();
  useReloadWhile(items.some(({ job }) => job !== null && isUnderWay(job.state)));
  return <ListPage list={films} />;
}
