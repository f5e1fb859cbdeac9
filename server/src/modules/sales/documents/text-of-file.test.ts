import { expect, test } from 'vitest'
import { textOfFile } from './text-of-file.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test('a statement or an e-invoice is read in the charset that it names itself', () => {
  // Plain looks would take ±, ¿ and ³ for letters of another table.
  expect(textOfFile(bytes('<?xml version="1.0" encoding="ISO-8859-2"?><Nm>\xb1\xbf\xb3 Dvo\xf8\xe1k</Nm>'))).toContain('ążł Dvořák')
  const head = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX>'
  expect(textOfFile(bytes(`${head}<NAME>S\xf8ren Garc\xeda`))).toContain('Søren García')
  expect(textOfFile(Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Nm>Köln</Nm>'))).toContain('Köln')
})
