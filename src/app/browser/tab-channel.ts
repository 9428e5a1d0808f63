/** Name of the channel over which the tabs of a browser tell each other about session and cart. */
export const tabChannel = 'meisterhand';
