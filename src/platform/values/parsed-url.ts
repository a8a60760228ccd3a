// Not `URL.canParse`: Node 20 and 22 refuse letters such as ü after many calls.
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
