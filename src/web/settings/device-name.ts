const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Of what a browser says it is, what people call it. */
export function deviceName(device: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(device))?.[1];
  const system = systems.find(([pattern]) => pattern.test(device))?.[1];
  if (browser === undefined && system === undefined) return device === '' ? 'Unknown' : device;
  return `${browser ?? 'A browser'}${system === undefined ? '' : ` on ${system}`}`;
}
