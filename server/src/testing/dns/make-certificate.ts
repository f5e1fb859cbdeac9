import { generateKeyPairSync, sign } from 'node:crypto'

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag]), size, body])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
const utcTime = (at: Date) =>
  tlv(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )
const ecdsaSha256 = sequence(oid('2a8648ce3d040302'))

/** A certificate for these host names that signs itself: valid where it is trusted. */
export function makeCertificate(names: readonly string[]): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(names[0] ?? '')))))
  const year = 365 * 86_400_000
  const altNames = sequence(...names.map((name) => tlv(0x82, Buffer.from(name))))
  const extensions = tlv(
    0xa3,
    sequence(
      sequence(oid('551d11'), tlv(0x04, altNames)),
      sequence(oid('551d13'), tlv(0x01, Buffer.from([0xff])), tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff]))))),
    ),
  )
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ecdsaSha256,
    issuer,
    sequence(utcTime(new Date(Date.now() - year)), utcTime(new Date(Date.now() + year))),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, ecdsaSha256, tlv(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const cert = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}
