import type { Locator, Page } from '@playwright/test';

/** Locates the film of a lesson. */
export const lessonFilm = (page: Page) => page.locator('main video');

/** Returns the position of a film in seconds. */
export const positionOf = (film: Locator) => film.evaluate((video: HTMLVideoElement) => video.currentTime);

/** Returns whether a film is paused. */
export const isPaused = (film: Locator) => film.evaluate((video: HTMLVideoElement) => video.paused);

/** Returns the languages of the captions that a film shows. */
export const captionLanguages = (film: Locator) =>
  film.evaluate((video: HTMLVideoElement) =>
    [...video.textTracks].filter(({ mode }) => mode === 'showing').map((track) => track.language),
  );
