import { NEVER } from 'rxjs';
import { err } from '#core/rules/basics/result.ts';
import type { Navigation, PageAddress } from '#ports/browser/navigation.ts';
import type { PasskeyDevice } from '#ports/browser/passkey-device.ts';
import type { TabBroadcast } from '#ports/browser/tabs.ts';
import type { FilmStreams } from '#ports/film-streams.ts';

/** Messages between tabs while the server renders: does nothing, because there are no tabs. */
export const renderingTabBroadcast: TabBroadcast = { send() {}, messages$: NEVER };

/** Navigation while the server renders: knows the URL of the request and loads no documents. */
export function createRenderingNavigation(address: PageAddress): Navigation {
  return { address: () => address, assign() {}, reload() {} };
}

/** Films while the server renders: plays none. */
export const renderingFilms: FilmStreams = { open: async () => null, readText: async () => null };

/** Passkeys while the server renders: there are none. */
export const renderingPasskeyDevice: PasskeyDevice = {
  canKeep: async () => false,
  canSuggest: async () => false,
  create: async () => err('unavailable'),
  sign: async () => err('unavailable'),
  stop() {},
};
