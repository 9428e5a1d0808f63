import type { OpenAnalytics } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

/** The browser half. The shop forwards only events that the consent category allows. */
const openSampleName: OpenAnalytics = (_settings, _page) => ({
  setConsent({ statistics }) {
    if (statistics)
      notYet('load the script of the service with `loadScript`, once, at the address of the settings');
    // Then remove the cookies of the service with `removeCookies` when consent is withdrawn.
  },
  track(event) {
    notYet(`report "${event.name}" to the service, with amounts in its unit (the shop has cents)`);
  },
  identify(_learnerId) {
    notYet(
      'link later events with the learner; null ends the link, also when only the consent to marketing ends',
    );
  },
});

export default openSampleName;
