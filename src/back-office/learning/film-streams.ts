import { createContext } from 'react';
import type { FilmStreams } from '#ports/film-streams.ts';

/** What plays films; `main.tsx` provides it. */
export const FilmStreamsContext = createContext<FilmStreams | null>(null);
