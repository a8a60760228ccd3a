import { generateKeyPairSync, sign } from 'node:crypto';

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const hour = 3_600_000;

/** A certificate for these names that is signed by itself, in PEM; valid from an hour ago for `hours` in all. */
export function selfSignedCertificate(names: readonly string[], hours = 24): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(names[0] ?? '')))));
  const from = Date.now() - hour;
  const validity = sequence(utcTime(from), utcTime(from + hours * hour));
  const alternatives = sequence(...names.map((text) => der(0x82, Buffer.from(text))));
  const extension = sequence(objectId('551d11'), der(0x04, alternatives));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (milliseconds: number): Buffer => {
  const text = new Date(milliseconds)
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .slice(2);
  return der(0x17, Buffer.from(text));
};
