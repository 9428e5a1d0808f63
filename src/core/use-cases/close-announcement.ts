import type { AnnouncementStore } from '#core/state/announcement-store.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { PageActions } from './shop-actions.ts';

/** Cookie that keeps the announcement bar closed until the browser is; no consent needed for what was asked for. */
export const announcementClosedCookie = 'announcement_closed';

interface Dependencies {
  readonly announcement: AnnouncementStore;
  readonly cookies: Cookies;
}

/** Closes the announcement bar (specification §2); the server then leaves it out of later pages. */
export function createCloseAnnouncement(dependencies: Dependencies): PageActions['closeAnnouncement'] {
  const { announcement, cookies } = dependencies;
  return () => {
    announcement.close();
    cookies.write(announcementClosedCookie, '1', null);
  };
}
