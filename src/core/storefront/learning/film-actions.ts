import { readStoryboard, type ScrubPicture } from '#core/rules/learning/storyboard.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { FilmStream, FilmStreamOptions } from '#ports/film-streams.ts';

/** Creates the actions for adaptive films (docs/behaviour/learning.md#adaptive-films). */
export function createFilmActions({ films, shopApi }: Pick<StorefrontContext, 'films' | 'shopApi'>) {
  return {
    /** Plays an adaptive film; null if the browser cannot. Rejects when the player cannot be loaded. */
    openFilmStream: (options: FilmStreamOptions): Promise<FilmStream | null> => films.open(options),
    /** Reports that the film of a lesson could not be played. */
    async reportFailedFilm(lesson: string): Promise<void> {
      const nothing = { seconds: 0, tenths: [], is_begun: false, is_finished: false };
      await shopApi.countWatching({ params: { lesson }, body: { ...nothing, has_failed: true } });
    },
    /** Returns the thumbnails of a film from the URL of its storyboard; empty when it cannot be loaded. */
    async readScrubPictures(address: string): Promise<readonly ScrubPicture[]> {
      return readStoryboard((await films.readText(address)) ?? '');
    },
  };
}
