import { createHash } from 'node:crypto'

export interface MultipartPart {
  name: string
  content: string | Uint8Array
  /** Left out: text, as browsers send the fields of a form. */
  contentType?: string
  fileName?: string
}

/** As browsers write names of forms (HTML standard, "multipart/form-data encoding algorithm"). */
const quoted = (name: string): string => `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

/**
 * A body of `multipart/form-data` (RFC 7578). The line between the parts is made of a hash of all of them: none can hold it, and a repeat
 * is the same body.
 */
export function writeMultipart(parts: readonly MultipartPart[]): { body: Uint8Array; contentType: string } {
  const hash = createHash('sha256')
  for (const { name, content, contentType = '', fileName = '' } of parts) {
    const lengths = [name.length, contentType.length, fileName.length, content.length].join()
    hash.update(`${lengths}:${name}${contentType}${fileName}`).update(content)
  }
  const boundary = `imperium-${hash.digest('hex').slice(0, 32)}`
  const pieces = parts.flatMap(({ name, content, contentType, fileName }) => {
    const place = `form-data; name=${quoted(name)}${fileName === undefined ? '' : `; filename=${quoted(fileName)}`}`
    const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`
    return [`--${boundary}\r\nContent-Disposition: ${place}\r\n${type}\r\n`, content, '\r\n']
  })
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
