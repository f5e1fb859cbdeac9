import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, readBody } from './charset.ts'

/** Bytes of a charset that the platform only decodes: searched for each character among all pairs. */
function encode(text: string, charset: string): Uint8Array {
  const decoder = new TextDecoder(charset)
  const known = new Map<string, number[]>()
  for (let lead = 0; lead <= 0xff; lead += 1) {
    const one = decoder.decode(Uint8Array.of(lead))
    if (one.length === 1 && one !== '\ufffd') known.set(one, [lead])
    for (let trail = 0x40; lead >= 0x81 && trail <= 0xfe; trail += 1) {
      const two = decoder.decode(Uint8Array.of(lead, trail))
      if (two.length === 1 && !known.has(two)) known.set(two, [lead, trail])
    }
  }
  const bytes = [...text].map((char) => known.get(char))
  return Uint8Array.from(bytes.flatMap((each) => each ?? []))
}

const wide = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

test.each([
  ['shift_jis', 'メール,姓,名\nk1@c11.test,山田,太郎'],
  ['shift_jis', '品名,価格\n青い自転車,12000'],
  ['euc-jp', '品名,価格\n青い自転車,12000'],
  ['gb18030', '你好，世界'],
  ['big5', '名稱,價格\n腳踏車,12000'],
  ['euc-kr', '김철수,서울특별시'],
  ['windows-1251', 'Имя,Цена\nВелосипед,12000'],
  ['koi8-r', 'Имя,Цена\nВелосипед,12000'],
  ['windows-1252', '{"city":"Köln"}'],
  ['windows-1252', 'Größe;Straße;MÜLLER;“5 €” – it’s 20 °C'],
  ['windows-1252', 'nombre;año\nPeña;2026\nMuñoz;¿qué?'],
  ['windows-1252', 'Hôtel;12 £'],
  ['windows-1252', 'Calle Mayor 3, 2º dcha; 3ª planta; nº 5'],
  ['windows-1252', '¿Qué? João, où êtes-vous? ça déjà'],
  ['windows-1250', 'Imię,Cena\nZażółć gęślą jaźń'],
  ['windows-1253', 'Όνομα,Τιμή\nΠοδήλατο'],
  ['windows-1254', 'İsim,Fiyat\nŞişli, ağaç'],
  ['macintosh', 'Name,Ort\nMüller,Köln'],
  // Of all signs beyond ASCII only those of typography, which are letters by the table of the Mac, and the other way round.
  ['windows-1252', 'It’s “fine” – we don’t mind. That’s our customers’ choice.'],
  ['windows-1252', 'Name,Note\nO’Neill,Doesn’t like calls'],
  ['windows-1252', 'Opening hours: 9–5. The “late” shop closes at 8.'],
  ['windows-1252', 'Der Kunde sagte: „Bitte warten“ – und ging.'],
  ['windows-1252', 'L’entreprise d’Anna n’ouvre pas. C’est l’avis qu’il a.'],
  ['windows-1252', 'Rules\n• first\n• second'],
  ['macintosh', 'It’s “fine” – we don’t mind.'],
  ['macintosh', 'Nombre,Ciudad\nMaría García,Ávila\nJosé Núñez,León'],
])('recognises %s in %j', (charset, text) => {
  expect(decodeText(encode(text, charset))).toMatchObject({ text, charset, by: 'recognised' })
})

test('reads UTF-16 with and without its mark, and UTF-8 without the mark in the text', () => {
  for (const isLittle of [true, false]) {
    expect(decodeText(wide('\ufeffOpening hours: nine', isLittle))).toMatchObject({ text: 'Opening hours: nine', by: 'mark' })
    expect(decodeText(wide('品名,価格\n青い,1', isLittle))).toMatchObject({ text: '品名,価格\n青い,1', by: 'recognised' })
  }
  expect(decodeText(Buffer.from('\ufeffName'))?.text).toBe('Name')
})

test('the mark goes before the header, the header before what the page says, and each counts only where it fits', () => {
  const page = '<meta charset="euc-jp"><p>平日は九時から五時まで</p>'
  expect(decodeText(encode(page, 'euc-jp'), { isMarkup: true })).toMatchObject({ text: page, by: 'meta' })
  expect(decodeText(encode(page, 'shift_jis'), { contentType: 'text/html; charset="Shift_JIS"', isMarkup: true })).toMatchObject({
    text: page,
    by: 'declared',
  })
  expect(decodeText(encode('Köln', 'windows-1252'), { contentType: 'text/plain; charset=utf-8' })?.text).toBe('Köln')
  expect(decodeText(Buffer.from('\ufeffKöln'), { contentType: 'text/plain; charset=iso-8859-1' })?.text).toBe('Köln')
  expect(decodeText(encode('姓', 'shift_jis'), { contentType: 'cp932' })?.text).toBe('姓')
})

test('says that it does not know instead of guessing, and keeps what is no text as base64', () => {
  expect(decodeText(encode('東京', 'euc-jp'))).toBeNull()
  expect(decodeText(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13))).toBeNull()
  expect(readBody(encode('東京', 'euc-jp'), 'text/plain')).toEqual({ kind: 'unreadable' })
  expect(readBody(Uint8Array.of(1, 0, 2), 'application/octet-stream')).toEqual({ kind: 'binary', base64: 'AQAC' })
  expect(readBody(Buffer.from('{"a":"ü"}'), 'application/problem+json')).toEqual({ kind: 'text', text: '{"a":"ü"}' })
})

test.each([
  // The console of Windows and "CSV (MS-DOS)" of Excel.
  ['cp850', 'Müller;Köln', [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72, 0x3b, 0x4b, 0x94, 0x6c, 0x6e]],
  ['cp850', 'père', [0x70, 0x8a, 0x72, 0x65]],
  ['windows-1250', 'Dvořák', [0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b]],
  ['windows-1250', 'Győr', [0x47, 0x79, 0xf5, 0x72]],
  // By the table of Windows "Mar’a" and "luned“".
  ['macintosh', 'María García', [0x4d, 0x61, 0x72, 0x92, 0x61, 0x20, 0x47, 0x61, 0x72, 0x63, 0x92, 0x61]],
  ['macintosh', 'lunedì', [0x6c, 0x75, 0x6e, 0x65, 0x64, 0x93]],
  ['windows-1254', 'Şişli', [0xde, 0x69, 0xfe, 0x6c, 0x69]],
])('takes no other Latin table for %s in %j without asking', (_charset, _text, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBeNull()
})

test('any text in UTF-8 and UTF-16 with its mark comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isLittle) => {
      expect(decodeText(Buffer.from(`\ufeff${text}`))?.text).toBe(text)
      expect(decodeText(wide(`\ufeff${text.toWellFormed()}`, isLittle))?.text).toBe(text.toWellFormed())
    }),
    { numRuns: 50 },
  )
})
