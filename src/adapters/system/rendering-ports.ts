import { NEVER } from 'rxjs';
import type { Navigation, PageAddress } from '#ports/navigation.ts';
import type { TabBroadcast } from '#ports/tabs.ts';

/** Messages between tabs while the server renders: does nothing, because there are no tabs. */
export const renderingTabBroadcast: TabBroadcast = { send() {}, messages$: NEVER };

/** Navigation while the server renders: knows the URL of the request and loads no documents. */
export function createRenderingNavigation(address: PageAddress): Navigation {
  return { address: () => address, assign() {}, reload() {} };
}
