const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** A readable form of a User-Agent header: enough for a user to recognise their own device. */
export function describeDevice(userAgent: string): { browser: string; device: string } {
  const named = (list: [RegExp, string][], otherwise: string) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? otherwise
  return { browser: named(browsers, userAgent ? 'API client' : 'Unknown'), device: named(systems, 'Unknown device') }
}
