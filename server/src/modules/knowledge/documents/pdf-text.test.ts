import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPdf } from './pdf-pages.ts'
import { joinLines, shareUnreadable } from './pdf-text.ts'

test('words that end a line with a hyphen are joined, those that belong apart are not', () => {
  const lines: [string, string][] = [
    ['mis-\nunderstand', 'misunderstand'],
    ['institution\u2010\nalized', 'institutionalized'],
    ['Ver\u00ad\ntrag', 'Vertrag'],
    ['Ein-\nund Ausgang', 'Ein- und Ausgang'],
    ['a well-known well-\nknown rule', 'a well-known well-known rule'],
    ['Ver\u00ad\ntrag, state-of-\nthe-art', 'Vertrag, state-of-the-art'],
    ['2020-\n2021', '2020-\n2021'],
    ['SN-\nX9', 'SN-\nX9'],
  ]
  for (const [page, text] of lines) expect([page, joinLines(page, false)]).toEqual([page, text])
})

test('accents that a font prints over a letter are composed; apostrophes stay', () => {
  expect(joinLines('M¨uller, na¨ıve, caf´e, ˇCapek, garc¸on', true)).toBe('Müller, naïve, café, Čapek, garçon')
  expect(joinLines('M¨uller; it´s l´arbre', false)).toBe('Müller; it´s l´arbre')
  expect(joinLines('u\u0308ber o\ufb03ce \u0002x\u0000', false)).toBe('über office x')
})

test('property: a readable page is not called unreadable, one without letters is', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('क्षमा', 'பொருள்', 'price', '製品', '10,5 €', 'a\u0301'), { minLength: 1 }), (parts) => {
      expect(shareUnreadable(parts.join(' '))).toBe(0)
    }),
  )
  expect(shareUnreadable('\u0000\u0000\u0000 \u0000')).toBe(1)
  expect(shareUnreadable('त \u0940स द \u093fन')).toBeGreaterThan(0.12)
})

/** A PDF of these objects, the first of which is its catalogue. */
function pdfOf(objects: readonly string[]): Uint8Array {
  let [file, offsets] = ['%PDF-1.7\n', '']
  for (const [at, object] of objects.entries()) {
    offsets += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const count = objects.length + 1
  const trailer = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${offsets}${trailer}`, 'latin1'))
}
const stream = (content: string, about = '') => `<<${about}/Length ${content.length}>>\nstream\n${content}\nendstream`
const page = (about: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]${about}>>`

test('a filled form keeps its values, and a scanned page among others is named', async () => {
  const field = '<</Type/Annot/Subtype/Widget/Rect[150 590 300 610]'
  const pdf = pdfOf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 7 0 R 8 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R 13 0 R]/Count 3>>',
    page('/Resources<</Font<</F 9 0 R>>>>/Contents 5 0 R/Annots[6 0 R 7 0 R 8 0 R 14 0 R]'),
    page('/Resources<</XObject<</I 11 0 R>>>>/Contents 12 0 R'),
    stream('BT /F 12 Tf 50 700 Td (Order form) Tj ET'),
    `${field}/FT/Tx/T(serial)/TU(Serial number)/V(SN-88-1234)>>`,
    `${field}/FT/Btn/T(express)/V/Yes/AS/Yes/AP<</N<</Yes 10 0 R/Off 10 0 R>>>>>>`,
    `${field}/FT/Tx/T(empty)>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream('', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
    stream('x', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'),
    stream('q 600 0 0 800 0 0 cm /I Do Q'),
    page(''),
    '<</Type/Annot/Subtype/FreeText/Rect[150 490 300 510]/Contents(Call after five)>>',
  ])
  expect(await readPdf(pdf)).toEqual({
    pages: ['Order form\n\nSerial number: SN-88-1234\n☒ express\nCall after five', '', ''],
    unreadable: [2],
  })
})
