/** Created on first use, because few pages need it. */
let clock: Intl.DateTimeFormat | undefined;

/** Formats the time of day in the shop's time zone, the same on server and browser: `09:05`. */
export function clockText(instant: string): string {
  clock ??= new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
  });
  return clock.format(new Date(instant));
}
