import { invalid } from '../../../platform/errors.ts'
import { decodeText } from '../../../platform/text/charset.ts'

/** The text of an uploaded file in the charset that it declares or shows. @throws 422 */
export function textOfFile(bytes: Uint8Array): string {
  const decoded = decodeText(bytes)
  if (decoded === null)
    throw invalid([
      { path: 'file', message: 'The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.' },
    ])
  return decoded.text
}
