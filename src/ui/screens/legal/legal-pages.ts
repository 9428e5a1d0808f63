/** The legal pages that are built; `label` is a key of locales `menu`. */
export const legalPages = [
  { slug: 'agbs', label: 'link.terms' },
  { slug: 'widerrufsbelehrung', label: 'link.withdrawal' },
  { slug: 'kuendigung', label: 'link.cancellation' },
  { slug: 'datenschutz', label: 'link.privacy' },
  { slug: 'impressum', label: 'link.imprint' },
  { slug: 'barrierefreiheit', label: 'link.accessibility' },
] as const;
