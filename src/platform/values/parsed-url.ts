/**
 * null when the text is no URL. Not `URL.canParse`, which on Node 20 and 22 comes to refuse letters such as ü once it has
 * been called often.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
