import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinLines, shareUnreadable } from './pdf-text.ts'

test('words that end a line with a hyphen are joined, those that belong apart are not', () => {
  const lines: [string, string][] = [
    ['mis-\nunderstand', 'misunderstand'],
    ['institution\u2010\nalized', 'institutionalized'],
    ['Ver\u00ad\ntrag', 'Vertrag'],
    ['Ein-\nund Ausgang', 'Ein- und Ausgang'],
    ['a well-known well-\nknown rule', 'a well-known well-known rule'],
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
