/** The messages between the tabs of a browser (`ports/browser/tabs.ts`). */
export const tabMessages = [
  'cart_changed',
  'consent_changed',
  'session_ended',
  'session_started',
  'wish_list_changed',
] as const;
export type TabMessage = (typeof tabMessages)[number];
