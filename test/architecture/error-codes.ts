const literalCode = /'([a-z_]+(?:\.[a-z_]+)+)'/;

/** The error codes of `text`, given the functions that take one, and the calls that do not name theirs. */
export function errorCodes(
  text: string,
  refusals: readonly string[],
): { codes: string[]; unnamed: string[] } {
  const calls = text.matchAll(new RegExp(`\\b(?:${refusals.join('|')})\\(([^;{]*)`, 'g'));
  const found = [...calls].map(([call, parameters = '']) => {
    const [first = '', second = ''] = parameters.split(',').map((parameter) => parameter.trim());
    const code = literalCode.exec(/^(BusinessError|refusal)\(/.test(call) ? second : first)?.[1];
    return { call: call.split('\n')[0] ?? '', code };
  });
  return {
    codes: found.flatMap(({ code }) => (code ? [code] : [])),
    unnamed: found.flatMap(({ call, code }) => (code ? [] : [call])),
  };
}
