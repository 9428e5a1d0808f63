import type { OpenCardTokenizer } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

/** The browser half: exchanges typed card data for a nonce, in fields that belong to the provider. */
const openSampleName: OpenCardTokenizer = (_settings, _page) => ({
  // `single`: the provider has one frame for the whole card.
  fields: 'separate',
  mount: async (_options) =>
    notYet("put the provider's card fields into the containers; return them, or why they cannot be used"),
});

export default openSampleName;
