import type { OpenAnalytics } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

/** The browser half. The shop passes on only what the category of consent allows. */
const openSampleName: OpenAnalytics = (_settings, _page) => ({
  setConsent({ statistics }) {
    if (statistics)
      notYet('load the script of the service with `loadScript`, once, at the address of the settings');
    // Afterwards: remove the cookies of the service with `removeCookies` when consent is withdrawn.
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
