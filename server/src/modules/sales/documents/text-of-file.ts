import { invalid } from '../../../platform/errors.ts'
import { decodeText } from '../../../platform/text/charset.ts'

/** The charset that a file of a bank names in its head; XML does it in its own way. */
const namedByBank = /^\s*OFXHEADER:[^<]{0,400}?\bCHARSET:\s*(\d{3,4}|[\w-]{3,20})/

/** The text of an uploaded file in the charset that it declares or shows. @throws 422 */
export function textOfFile(bytes: Uint8Array): string {
  const begin = Buffer.from(bytes.subarray(0, 500)).toString('latin1')
  const named = namedByBank.exec(begin)?.[1]
  const contentType = named && /^\d+$/.test(named) ? `cp${named}` : named
  const decoded = decodeText(bytes, { contentType, isMarkup: /^\s*</.test(begin) })
  if (decoded === null)
    throw invalid([
      { path: 'file', message: 'The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.' },
    ])
  return decoded.text
}
