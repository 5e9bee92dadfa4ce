/*
 * What a browser says of itself, in words. The first name that matches counts: most browsers name the ones they
 * descend from as well.
 */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  // From the start, once: in the middle of a pattern, `.*` would be tried from every place where it could begin.
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

function nameOf(names: readonly [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** A User-Agent as a person would put it: "Firefox on Windows". Its version is left out, which changes by itself. */
export function describeDevice(userAgent: string | null | undefined): string {
  const browser = nameOf(browsers, userAgent ?? '');
  const system = nameOf(systems, userAgent ?? '');
  if (browser === undefined) return system === undefined ? 'Unknown device' : `Unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
