/** Returns the path to open after login. Only paths inside the back office are allowed. */
export function safeDestination(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) && !to.startsWith('/login') ? to : '/';
}
