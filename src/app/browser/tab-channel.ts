/** Name of the channel over which the tabs of a browser tell each other about session, cart and consent. */
export const tabChannel = 'meisterhand';
