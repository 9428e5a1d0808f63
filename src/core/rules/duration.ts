const minute = 60;
const hour = 3600;

/** A length in whole hours and minutes, as programmes print it. `seconds` is rounded to the nearest minute. */
export function hoursAndMinutes(seconds: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.round(seconds / minute);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** A length as a clock shows it: `12:40`, or `1:02:05` from an hour on. */
export function clockLength(seconds: number): string {
  const rest = [Math.floor((seconds % hour) / minute), seconds % minute];
  const hours = Math.floor(seconds / hour);
  const [minutes = '', last = ''] = rest.map((part) => part.toString().padStart(2, '0'));
  return hours > 0 ? `${hours}:${minutes}:${last}` : `${Number(minutes)}:${last}`;
}

/** A length as ISO 8601 writes it: `PT760S`. */
export function isoLength(seconds: number): string {
  return `PT${seconds}S`;
}
