import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../testing/deep.ts'
import { isOtherCurrency } from './read-currency.ts'
import { decimalSignOf, readAmount } from './read-number.ts'
import { readTable } from './read-table.ts'

/** How a program writes amounts: one style for a whole column. */
interface Style {
  decimal: ',' | '.'
  group: '' | ',' | '.' | ' ' | '\u00a0' | '\u202f' | "'" | '\u2019'
  isIndian: boolean
  minus: 'before' | 'behind' | 'parentheses' | 'sign'
  money: { sign: string; at: 'before' | 'behind' } | null
  decimals: 'always' | 'where needed' | 'three'
  isWide: boolean
}

const styles: fc.Arbitrary<Style> = fc
  .record({
    decimal: fc.constantFrom(',' as const, '.' as const),
    group: fc.constantFrom<Style['group']>('', ',', '.', ' ', '\u00a0', '\u202f', "'", '\u2019'),
    isIndian: fc.boolean(),
    minus: fc.constantFrom<Style['minus']>('before', 'behind', 'parentheses', 'sign'),
    money: fc.option(
      fc.record({
        sign: fc.constantFrom('€', '$', '£', '¥', '₹', 'EUR', 'CHF', 'Rs.', 'kr', 'US$', '円'),
        at: fc.constantFrom('before' as const, 'behind' as const),
      }),
    ),
    decimals: fc.constantFrom<Style['decimals']>('always', 'where needed', 'three'),
    isWide: fc.boolean(),
  })
  .filter(({ decimal, group, isIndian }) => decimal !== group && (!isIndian || group === ','))

const grouped = (digits: string, { group, isIndian }: Style): string => {
  if (!isIndian || digits.length < 4) return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  return `${digits.slice(0, -3).replaceAll(/\B(?=(?:\d\d)+$)/g, ',')},${digits.slice(-3)}`
}

function write(minor: number, style: Style): string {
  const whole = grouped(String(Math.floor(Math.abs(minor) / 100)), style)
  const rest = String(Math.abs(minor) % 100).padStart(2, '0')
  const isBare = style.decimals === 'where needed' && rest === '00'
  const digits = isBare ? whole : `${whole}${style.decimal}${rest}${style.decimals === 'three' ? '0' : ''}`
  const paid = !style.money ? digits : style.money.at === 'before' ? `${style.money.sign} ${digits}` : `${digits} ${style.money.sign}`
  const signed =
    minor >= 0 ? paid : { before: `-${paid}`, behind: `${paid}-`, parentheses: `(${paid})`, sign: `\u2212${paid}` }[style.minus]
  return style.isWide ? signed.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)) : signed
}

const amounts = fc.array(fc.oneof(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })), {
  minLength: 1,
  maxLength: 8,
})

test('a column of amounts in any style reads to what was written, or is refused, and never to another amount', async () => {
  let read = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(amounts, styles, fc.constantFrom(',', ';', '\t'), async (minors, style, separator) => {
      const cells = minors.map((minor) => write(minor, style))
      const csv = ['Name', ...cells].map((cell, at) => `${at === 0 ? 'No' : at}${separator}"${cell}"\r\n`).join('')
      const rows = await readTable(Buffer.from(csv, 'utf8'), 100)
      const column = (rows ?? []).slice(1).map((row) => row.cells[1] ?? '')
      expect(column).toHaveLength(minors.length)
      const sign = decimalSignOf(column)
      const found = column.map((text) => readAmount(text, sign))
      const others = found.flatMap((each, at) =>
        'fault' in each || Math.round(each.value * 100) === minors[at] ? [] : [[column[at], each.value]],
      )
      expect(others).toEqual([])
      refused += found.filter((each) => 'fault' in each).length
      read += found.filter((each) => 'value' in each).length
    }),
    { numRuns: rounds(400) },
  )
  // Refusing everything would be right, and of no use.
  expect(read / (read + refused)).toBeGreaterThan(0.75)
})

test('a column that nothing but three digits stands behind is refused', () => {
  for (const column of [['1,234'], ['1.234'], ['1,234', '56,789'], ['1.234', '2.345', '7']])
    expect(readAmount(column[0] ?? '', decimalSignOf(column)), column.join(' ')).toHaveProperty('fault')
})

test.each([
  ['€5', 'EUR', false],
  ['€5', 'USD', true],
  ['5 US$', 'CAD', true],
  ['$5', 'MXN', false],
  ['(CHF 5)', 'CHF', false],
  ['-Fr. 5', 'CHF', false],
  ['5円', 'CNY', true],
  ['EUR 5 USD', 'EUR', true],
  ['5', 'EUR', false],
] as const)('%s in a row of %s contradicts it: %s', (text, currency, isOther) => expect(isOtherCurrency(text, currency)).toBe(isOther))
