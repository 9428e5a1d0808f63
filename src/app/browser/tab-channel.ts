/** Name of the BroadcastChannel that synchronises session, cart and consent between tabs. */
export const tabChannel = 'meisterhand';
