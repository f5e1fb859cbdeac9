import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../../testing/deep.ts'
import { findQuotation, stripQuotes } from './find-quotation.ts'
import { asked, layouts } from './testing/quotation-layouts.ts'

const cases = layouts.map((layout) => [`${layout.program} (${layout.language})`, layout] as const)
const replyOf = ({ own, below }: { own: string; below: string }) => `${own}\n\n${below}`
const foldedFrom = (text: string, known: string) => {
  const at = findQuotation(text, [known])
  return at === null ? '' : text.slice(at)
}

test('most layouts are made by programs or their own templates', () => {
  expect(layouts.length).toBeGreaterThanOrEqual(30)
  expect(layouts.filter(({ made }) => made === 'hand').length * 3).toBeLessThanOrEqual(layouts.length)
  expect(new Set(layouts.map(({ language }) => language)).size).toBe(5)
})

describe('a reply above a quotation', () => {
  test.each(cases)('%s', (_name, layout) => {
    const text = replyOf(layout)
    const at = findQuotation(text, [asked[layout.language]])
    expect(text.slice(0, at ?? undefined)).toBe(layout.own)
    expect(stripQuotes(text)).toBe(layout.own)
  })
})

describe('what a person added is never folded', () => {
  const added = 'SN-88-1234 is the serial number.'
  test.each(cases)('below: %s', (_name, layout) => {
    expect(foldedFrom(`${replyOf(layout)}\n${added}\n`, asked[layout.language])).not.toContain(added)
  })
  test.each(cases)('between the lines: %s', (_name, layout) => {
    const lines = replyOf(layout).trimEnd().split('\n')
    const text = [...lines.slice(0, -1), added, ...lines.slice(-1)].join('\n')
    expect(foldedFrom(text, asked[layout.language])).not.toContain(added)
  })
  test.each(cases.filter(([, { below }]) => !below.includes('\n>')))('a quotation of another person: %s', (_name, layout) => {
    // Nothing of it is in any email that we have: without marks it may as well be a forwarded one.
    const other = layout.below.replaceAll(asked[layout.language].split('\n').at(-1) ?? '', added)
    expect(foldedFrom(`${layout.own}\n\n${other}`, asked[layout.language])).not.toContain(added)
  })
})

test.each([
  [
    'Gmail in Italian',
    'Il giorno lun 30 nov 2026 alle ore 10:11 Support <s@shop.example> ha scritto:\n\n> Hello Eva,\n> see you on Friday.',
  ],
  [
    'Outlook in Italian',
    'Da: Support <s@shop.example>\nInviato: lunedì 30 novembre 2026 10:11\nA: Eva\nOggetto: R: Visit\n\nHello Eva,\nsee you on Friday.',
  ],
  [
    'Apple Mail in Italian',
    '> Il giorno 30 nov 2026, alle ore 10:11, Support <s@shop.example> ha scritto:\n> \n> Hello Eva,\n> see you on Friday.',
  ],
  ['Gmail in Dutch', 'Op ma 30 nov 2026 om 10:11 schreef Support <s@shop.example>:\n\n> Hello Eva,\n> see you on Friday.'],
  [
    'Outlook in Dutch',
    'Van: Support <s@shop.example>\nVerzonden: maandag 30 november 2026 10:11\nAan: Eva\nOnderwerp: RE: Visit\n\nHello Eva,\nsee you on Friday.',
  ],
  ['Gmail in Portuguese', 'Em seg., 30 de nov. de 2026 às 10:11, Support <s@shop.example> escreveu:\n\n> Hello Eva,\n> see you on Friday.'],
])('a STOP above the quotation of %s stands alone', (_program, below) => {
  expect(stripQuotes(`STOP\n\n${below}\n`)).toBe('STOP')
  expect(findQuotation(`STOP\n\n${below}\n`, ['Hello Eva,\nsee you on Friday.'])).toBe(4)
})

test.each([
  ['an Italian sentence', 'Il direttore ha scritto:\nla merce è partita.'],
  ['a Dutch sentence', 'Op maandag, zo schreef mevrouw Bos:\nde levering is er.'],
  ['a sentence with From and To', 'The parcel came\nFrom: Hamburg\nTo: Munich\nand was wet.'],
  ['a Japanese line with a year', 'お世話になっております。\n2026年12月3日の会議について:\n場所は東京です。'],
  ['a form below a line of underscores', 'New request\n________________________________\nName: Mia Roth\nPhone: +49 30 1'],
  ['a list with a colon', 'On Monday, as Support wrote:\n- two chairs\n- a table'],
  [
    'a forwarded mail',
    'See below.\n\n---------- Forwarded message ---------\nFrom: A <a@b.example>\nDate: x\nSubject: y\n\nPallet 7 is wet.',
  ],
  ['fields of an address', 'Please change it:\nFrom: 1 Main Street\nTo: 2 High Street'],
  ['a German sentence', 'Am Montag, so schrieb Frau Roth:\nDie Ware ist da.'],
  ['a French sentence', 'Le directeur a écrit :\nLa livraison est partie.'],
  ['a Spanish sentence', 'El jefe escribió:\nHoy no vamos.'],
  ['a shell prompt', 'I typed\n$ cat a > b\nand saw\n> nothing'],
  ['a signature', 'Yes.\n\n-- \nJo Lane\nLane Ltd\nFrom: Hamburg'],
])('nothing is folded in %s', (_name, text) => expect(findQuotation(text, [asked.en])).toBeNull())

test('no line that its writer puts anywhere into a reply is folded, unless only quotation follows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...layouts),
      fc.nat(),
      fc.array(fc.constantFrom('ZX-1 is broken', 'ZX-2:', '- ZX-3', '  ZX-4', 'ZX-5 wrote', 'On ZX-6, nothing', '___', ''), {
        minLength: 1,
        maxLength: 4,
      }),
      (layout, seed, words) => {
        const lines = replyOf(layout).trimEnd().split('\n')
        const at = 1 + (seed % lines.length)
        const text = [...lines.slice(0, at), ...words, ...lines.slice(at)].join('\n')
        const folded = foldedFrom(text, asked[layout.language])
        expect(words.filter((word) => word.includes('ZX-') && folded.includes(word.trim()))).toEqual([])
      },
    ),
    { numRuns: rounds(300) },
  )
})
