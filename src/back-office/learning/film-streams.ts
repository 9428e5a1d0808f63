import { createContext } from 'react';
import type { FilmStreams } from '#ports/film-streams.ts';

/** Plays films. Provided by `main.tsx`. */
export const FilmStreamsContext = createContext<FilmStreams | null>(null);
