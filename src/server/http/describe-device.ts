/** In this order, because most browsers also name the ones they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A `User-Agent` as people recognise their device in a list of sessions: browser and system, no versions, so that little
 * is kept. Empty for programs that name neither. Only names of the lists above come out, whatever goes in.
 */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, 400);
  return [browsers, systems]
    .map((names) => names.find(([pattern]) => pattern.test(text))?.[1])
    .filter((name) => name !== undefined)
    .join(', ');
}
