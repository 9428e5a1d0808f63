import { NEVER } from 'rxjs';
import type { Analytics } from '#ports/analytics.ts';
import type { Navigation, PageAddress } from '#ports/navigation.ts';
import type { TabBroadcast } from '#ports/tabs.ts';

/** Analytics while the server renders: does nothing, because no visitor has seen the page yet. */
export const renderingAnalytics: Analytics = { setConsent() {}, track() {}, identify() {} };

/** Messages between tabs while the server renders: does nothing, because there are no tabs. */
export const renderingTabBroadcast: TabBroadcast = { send() {}, messages$: NEVER };

/** Navigation while the server renders: knows the URL of the request and loads no documents. */
export function createRenderingNavigation(address: PageAddress): Navigation {
  return { address: () => address, assign() {}, reload() {} };
}
