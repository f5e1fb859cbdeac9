import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DocumentFormat } from '@imperium/contract/knowledge.ts'
import { parseFile } from './parse-file.ts'

const folder = new URL('../testing/files/', import.meta.url)
const formats: Record<string, DocumentFormat> = {
  md: 'markdown',
  txt: 'text',
  html: 'html',
  csv: 'csv',
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
}

/** The passages of each file, and its language where that is recognised. */
const files: Record<string, [passages: string[], language?: string]> = {
  'aspnet-page.html': [['A single ticket costs 4 euros.']],
  'd01-textboxes.docx': [['Body paragraph quartz.\n\ntextboxdraw zebra one\n\ntextboxvml yak two\n\ntextboxsdt gnu three']],
  'd03-footnote-header.docx': [['headertext Contract 4711-B\n\nDelivery is free [1]\n\n[1] footnotetext only above 500 euros'], 'en'],
  'd04-dates-merged.xlsx': [
    [
      'Region: North; Product: Lamp zx81; Valid from: 2025-12-01; Discount: 19%; Updated: 2025-12-01 18:00; Open: 09:00; Price: 0.3\n\nRegion: North; Product: Chair zx82; Valid from: 2026-01-01; Discount: 5%; Open: 36:00; Price: ab12',
    ],
    'en',
  ],
  'd06-sjis.csv': [['品名: 机（木製）; 価格: 12000\n\n品名: 椅子; 価格: 4500'], 'ja'],
  'd09-utf16be.txt': [['Opening hours: nine to five qq77.'], 'en'],
  'd10-jp.md': [['お盆は売上が下がります。新幹線の予約は早めに。お茶の在庫を確認してください。\n\n製品コードは PPR-9087 です。'], 'ja'],
  'd11-jp2.md': [['新しい製品は春に出ます。返品は三十日以内。製品コードは PPR-1044 です。'], 'ja'],
  'd12-sjis.html': [['平日は九時から五時まで。'], 'ja'],
  'hidden-and-checkboxes.docx': [['Price 10.\n\n☒ Breakfast\n\n☐ Parking\n\nClause 7. Notice is three months.'], 'en'],
  'hours.xlsx': [['Day: Monday; Open: 09:15; Close: 6:00 PM; Worked: 26:30\n\nDay: Price; Open: 19%; Close: 1,234.50 €'], 'en'],
  'phone-in-date-column.xlsx': [['partAno: phone; 2: 919876543210\n\npartAno: neg; 2: -3\n\npartAno: x; 2: 20260331']],
  'price-table.docx': [
    ['Plan: Basic; Price: 10; Support: –\n\nPlan: Pro; Price: 25; Support: phone\n\nPlan: Max; Price: 60; Support: phone and on site'],
    'en',
  ],
  'openpyxl-hours.xlsx': [
    [
      'Tag: Montag; Von: 09:15:00; Bis: 18:00:00; Rabatt: 7.7%; Preis: 1,234.50 €; Datum: 2026-12-31; Dauer: 26:30\n\nTag: Dienstag; Rabatt: 50%; Preis: -3; Datum: 2026-07-01 14:30:00; Dauer: 45:00\n\nTag: Feiertag; Von: zu\n\nTag: Feiertag; Von: offen',
    ],
    'de',
  ],
  'python-docx-merged.docx': [
    [
      'Vertrag 4711',
      'Gültig bis heute\n\nPlan: Basis Pro; Preis: 10; Hilfe: –\n\nPlan: Basis Pro; Preis: 25; Hilfe: Telefon\n\n1. eins\n\n2. zwei',
    ],
    'de',
  ],
  'pandoc-tables.docx': [
    [
      'Angebot gültig bis Mai.\n\nPlan: Basis; Preis: 10; Hilfe: –\n\nPlan: Pro; Preis: 25; Hilfe: Telefon\n\nPlan: Pro; Preis: 30; Hilfe: vor Ort\n\n4. eins\n\n5. zwei\n\na\n  b',
    ],
    'de',
  ],
  'euc-jp.html': [['平日は九時から五時までです。'], 'ja'],
  'windows-1251.txt': [['Доброго дня. Замовлення доставляють за два дні, крім неділі та свят.']],
}

const read = (name: string) =>
  parseFile({ name, format: formats[name.split('.').at(-1) ?? ''] ?? 'text', bytes: new Uint8Array(readFileSync(new URL(name, folder))) })

test.each(Object.entries(files))('%s', async (name, [passages, language]) => {
  const found = await read(name)
  expect([found.passages.map(({ passage }) => passage), found.language ?? undefined]).toEqual([passages, language])
})

test('letters of PDFs are joined, composed and in their order', async () => {
  const [latex] = (await read('latex-accents-hyphens.pdf')).passages
  expect(latex?.passage).toContain('international counterrevolutionaries misunderstand incomprehensibilities')
  expect(latex?.passage).toContain('Müller')
  const hindi = await read('hindi-libreoffice.pdf')
  expect([hindi.unreadablePages, hindi.passages[0]?.passage]).toEqual([[], expect.stringContaining('हिन्दी में कीमत और क्षेत्र के नियम')])
  // Control characters are no letters.
  for (const { passage } of hindi.passages) expect(passage).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
})

test('every file of the folder is tried here', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8')
  expect(readdirSync(folder).filter((name) => name !== 'README.md' && !source.includes(`'${name}'`))).toEqual([])
})
