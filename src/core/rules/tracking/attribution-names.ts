/** Names of all query parameters that identify how a visitor came to the shop. */
export const attributionNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_social',
  'aff',
  'ref',
  'provision',
  'master',
] as const;

/** Key in session storage under which an inline script of the page stores its URL until the storefront reads it. */
export const arrivalKey = 'arrival';
