import { createRequire } from 'node:module'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { PdfDocument } from './pdf-document.ts'
import { splitRuns, splitPieces } from './split-runs.ts'
import { writePdf } from './write-pdf.ts'

const fonts = createRequire(import.meta.url)

const document = (more: Partial<PdfDocument> = {}): PdfDocument => ({
  language: 'en',
  title: 'Tax invoice',
  creator: 'Northwind',
  facts: [{ label: 'Number', value: 'INV/26-27/00001' }],
  parties: [
    { heading: 'From', lines: ['Ada & Söhne', 'Łódź'] },
    { heading: 'Bill to', lines: ['राजेश कुमार', '東京都千代田区丸の内'] },
  ],
  columns: [
    { label: 'Description', weight: 4 },
    { label: 'Amount', weight: 1, isNumber: true },
  ],
  rows: [['हिन्दी में क्षमा ₹ 日本語の請求書', '₹1,180.00']],
  sums: [{ label: 'Total', value: '₹1,180.00', isTotal: true }],
  paragraphs: [{ text: 'Thank you' }],
  pageLabel: 'Page {page} of {pages}',
  ...more,
})

async function read(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes.slice())
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { text, totalPages }
}

describe('a document as PDF', () => {
  test('has rupees, Devanagari and Japanese as text, by embedded fonts', async () => {
    const bytes = await writePdf({ orgId: 'a' }, document())
    const raw = Buffer.from(bytes).toString('latin1')
    expect(raw.startsWith('%PDF-')).toBe(true)
    for (const name of ['NotoSans', 'NotoSansDevanagari', 'NotoSansJP']) expect(raw).toMatch(new RegExp(`\\+${name}-Regular`))
    const { text } = await read(bytes)
    expect(text).toContain('₹1,180.00')
    expect(text).toContain('日本語の請求書')
    expect(text).toContain('राजेश')
    // Only the characters that are used: the Japanese font alone has 5 MB.
    expect(bytes.length).toBeLessThan(150_000)
  })

  test('has the scripts of India, also where a font has no place for a mark', async () => {
    const names = ['தமிழ்', 'বাংলা', 'ગુજરાતી', 'తెలుగు', 'ಕನ್ನಡ', 'ਗੁਰਮੁਖੀ', 'മലയാളം', 'శ్రీ', 'ਪੰਜਾਬੀ']
    const bytes = await writePdf({ orgId: 'a' }, document({ parties: [{ heading: 'Bill to', lines: names }] }))
    const raw = Buffer.from(bytes).toString('latin1')
    for (const script of ['Tamil', 'Bengali', 'Gujarati', 'Telugu', 'Kannada', 'Gurmukhi', 'Malayalam'])
      expect(raw).toContain(`NotoSans${script}`)
    const { text } = await read(bytes)
    for (const name of ['தமிழ்', 'বাংলা', 'ગુજરાતી', 'ಕನ್ನಡ']) expect(text).toContain(name)
  })

  test('repeats the head of its table on every page, and numbers the pages', async () => {
    const rows = Array.from({ length: 90 }, (_, at) => [`Line ${at + 1}`, '1.00'])
    const { text, totalPages } = await read(await writePdf({ orgId: 'a' }, document({ rows })))
    expect(totalPages).toBe(4)
    expect(text.match(/Description/g)).toHaveLength(4)
    expect(text).toContain('Page 4 of 4')
    expect(text).toContain('Line 90')
  })

  test('a document that cannot be drawn fails, and the next one is drawn', async () => {
    await expect(writePdf({ orgId: 'a' }, document({ logo: new Uint8Array([1, 2, 3]) }))).rejects.toThrow('could not be drawn')
    const [one, other] = await Promise.all([writePdf({ orgId: 'a' }, document()), writePdf({ orgId: 'a' }, document())])
    expect([one?.length, other?.length]).toEqual([expect.any(Number), one?.length])
  })

  test('its fonts are those of the packages', () => {
    expect(fonts.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf')).toMatch(/ttf$/)
  })
})

describe('text', () => {
  test('is split by script, marks and joiners stay with their letter', () => {
    expect(splitRuns('₹5 राम東京 ok')).toEqual([
      { script: 'latin', text: '₹5 ' },
      { script: 'devanagari', text: 'राम' },
      { script: 'japanese', text: '東京' },
      { script: 'latin', text: ' ok' },
    ])
    expect(splitRuns('क्‍ष')).toHaveLength(1)
  })

  test('breaks at spaces, and between characters of Japanese, not before a full stop', () => {
    expect(splitPieces('one two')).toEqual(['one ', 'two'])
    expect(splitPieces('東京。大阪')).toEqual(['東', '京。', '大', '阪'])
  })
})
