const unreachable =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|E5\d\d|FETCH_ERROR)$/;

/** What the JSON output of `npm audit signatures` means, as a status and a sentence. */
export function judge(output) {
  const answer = read(output);
  if (!answer) return { status: 1, message: 'npm audit signatures said nothing that can be understood.' };
  const { error, invalid, missing } = answer;
  if (error) {
    const isAway = unreachable.test(error.code);
    const message = `${isAway ? 'Not checked' : 'npm audit signatures failed'}: ${error.summary ?? error.code}`;
    return { status: isAway ? 75 : 1, message };
  }
  const faults = [
    ...(invalid ?? []).map(({ name, version }) => `${name}@${version} has a wrong signature`),
    ...(missing ?? []).map(({ name, version }) => `${name}@${version} has no signature`),
  ];
  if (faults.length > 0 || !Array.isArray(invalid)) {
    return { status: 1, message: faults.join('\n') || 'npm audit signatures named no result.' };
  }
  return { status: 0, message: 'Every installed package has the signature of the registry.' };
}

function read(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
