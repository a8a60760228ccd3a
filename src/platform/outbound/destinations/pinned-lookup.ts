import { isIP, type LookupFunction } from 'node:net';

export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = resolved;
    if (!first) callback(new Error('No address was checked.'), '');
    else if (all) callback(null, resolved);
    else callback(null, first.address, first.family);
  };
}
