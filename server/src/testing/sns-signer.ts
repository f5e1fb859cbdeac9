import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const rsaSha256 = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))

/** Signs as Amazon SNS does, with a certificate that is valid for one year before and after now (or until `until`). */
export function createSnsSigner(until = new Date(Date.now() + 365 * 86_400_000)) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('sns.amazonaws.com')))))
  const validity = sequence(time(new Date(Date.now() - 365 * 86_400_000)), time(until))
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(version, der(0x02, Buffer.from([1])), rsaSha256, name, validity, name, key)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const base64 = sequence(body, rsaSha256, signature).toString('base64')
  const certificate = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  const signed = (fields: Record<string, string>): Record<string, string> => {
    const names = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type'].filter(
      (each) => each in fields,
    )
    const text = names.map((each) => `${each}\n${fields[each]}\n`).join('')
    const digest = fields['SignatureVersion'] === '1' ? 'sha1' : 'sha256'
    return { ...fields, Signature: sign(digest, Buffer.from(text), privateKey).toString('base64') }
  }
  return { certificate, signed }
}
