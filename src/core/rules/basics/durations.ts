const minute = 60;
const hour = 60 * minute;

/** Splits a duration into whole hours and minutes; `seconds` is rounded to the nearest minute. */
export function hoursAndMinutes(seconds: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.round(seconds / minute);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Formats a duration in whole seconds as `12:40`, or as `1:02:05` from one hour on. */
export function clockDuration(seconds: number): string {
  const rest = [Math.floor((seconds % hour) / minute), seconds % minute];
  const hours = Math.floor(seconds / hour);
  const [minutes = '', last = ''] = rest.map((part) => part.toString().padStart(2, '0'));
  return hours > 0 ? `${hours}:${minutes}:${last}` : `${Number(minutes)}:${last}`;
}

/** Formats a duration in seconds as ISO 8601: `PT760S`. */
export function isoDuration(seconds: number): string {
  return `PT${seconds}S`;
}
