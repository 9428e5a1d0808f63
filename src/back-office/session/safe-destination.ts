/** The place to go to after logging in: only one of the back office itself. */
export function safeDestination(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) && !to.startsWith('/login') ? to : '/';
}
