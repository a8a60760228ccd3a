export const WITHHELD = '...';

const MAX_CHARACTERS = 500;

const secrets = /\b(?:pd[acls]_|whsec_)[\w+/=-]+/g;
const addresses = /\b([a-z][a-z\d+.-]*:\/\/)\S+/gi;
const emailAddresses = /[^\s"'<>()[\],;:=]+@[^\s"'<>()[\],;:=]+/g;
const openingQuote = /["`“„«]|(?<!\w)'/u;
const closingQuotes = ['"', '`', '”', '“', '»', "'"];

/** Removes possible values from foreign text: quotes, addresses, tokens. Keeps 500 characters. */
export function cleanText(text: string): string {
  const short = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}${WITHHELD}` : text;
  const known = short.replace(secrets, WITHHELD).replace(addresses, `$1${WITHHELD}`);
  return withoutQuoted(known.includes('@') ? known.replace(emailAddresses, WITHHELD) : known);
}

// From the first quote to the last: a value may contain quotes.
function withoutQuoted(text: string): string {
  const opening = text.search(openingQuote);
  if (opening < 0) return text;
  const rest = text.slice(opening + 1);
  const closing = Math.max(...closingQuotes.map((quote) => rest.lastIndexOf(quote)));
  return `${text.slice(0, opening)}"${WITHHELD}"${closing < 0 ? '' : rest.slice(closing + 1)}`;
}
