import { formatValue } from 'hucre'
import { plainNumber } from '../text/plain-number.ts'

const dayMs = 86_400_000
/** 31 December 9999. */
const lastSerial = 2_958_465

/** The formats that a workbook names by number only (ECMA-376, 18.8.30). */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  27: 'yyyy-mm-dd',
  28: 'yyyy-mm-dd',
  29: 'yyyy-mm-dd',
  30: 'yyyy-mm-dd',
  31: 'yyyy-mm-dd',
  32: 'h:mm',
  33: 'h:mm:ss',
  36: 'yyyy-mm-dd',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  50: 'yyyy-mm-dd',
  57: 'yyyy-mm-dd',
  58: 'yyyy-mm-dd',
}

const two = (value: number) => String(value).padStart(2, '0')

/** A format without what is shown as it stands: quoted, escaped and padding characters, colours, conditions and locales. */
const bare = (format: string): string => format.replaceAll(/"[^"]*"|\\.|[_*]./g, ' ').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')

const sectionOf = (format: string, value: number): string => {
  const sections = format.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*;?/g)?.map((each) => each.replace(/;$/, '')) ?? [format]
  return (value < 0 && sections[1] ? sections[1] : sections[0]) ?? format
}

/** Hours that go past a day stay hours: 26:30. */
function elapsedText(days: number, format: string): string {
  const total = Math.round(Math.abs(days) * 86_400)
  const sign = days < 0 && total > 0 ? '-' : ''
  const rest = [...(/m/i.test(format.replace(/\[m+\]/i, '')) ? ['m'] : []), ...(/s/i.test(format.replace(/\[s+\]/i, '')) ? ['s'] : [])]
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60), total]
  if (/\[h+\]/i.test(format))
    return `${sign}${[two(hours), ...rest.map((unit) => two(unit === 'm' ? minutes % 60 : seconds % 60))].join(':')}`
  if (/\[m+\]/i.test(format)) return `${sign}${[two(minutes), ...(rest.includes('s') ? [two(seconds % 60)] : [])].join(':')}`
  return `${sign}${two(seconds)}`
}

function timeText(days: number, format: string): string {
  const total = Math.round((days - Math.floor(days)) * 86_400) % 86_400
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const withSeconds = /s/i.test(format) ? `:${two(seconds)}` : ''
  if (!/h/i.test(format)) return `${two(minutes)}${withSeconds}`
  const half = /AM\/PM|A\/P|上午\/下午/i.test(format)
  if (!half) return `${two(hours)}:${two(minutes)}${withSeconds}`
  return `${hours % 12 || 12}:${two(minutes)}${withSeconds} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The day of a serial number. 1900 is a leap year for spreadsheets, so numbers below 60 are a day behind. */
const dayOf = (serial: number): string =>
  new Date(Date.UTC(1899, 11, serial < 60 ? 31 : 30) + Math.floor(serial) * dayMs).toISOString().slice(0, 10)

/** What a cell with a format of days or times shows; null where its number is none. Whole dates are written as ISO 8601 writes them. */
function dateText(value: number, code: string, format: string, is1904: boolean): string | null {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return elapsedText(value, code)
  const letters = code.replaceAll(/AM\/PM|A\/P/gi, '')
  const hasTime = /[hs]/i.test(letters)
  const months = hasTime ? letters.replaceAll(/h[^a-z]*m+|m+[^a-z]*s/gi, '') : letters
  const [hasYear, hasDay, hasMonth] = [/[yeg]/i.test(months), /d/i.test(months), /m/i.test(months)]
  if (value < 0) return null
  const rounded = Math.round(value * 86_400) / 86_400
  if (hasTime && !hasYear && !hasDay) return value < lastSerial ? timeText(rounded, code) : null
  const serial = rounded + (is1904 ? 1_462 : 0)
  if (serial >= lastSerial + 1) return null
  // Day 0 is no day: a time with the format of a date with its time.
  if (serial < 1) return hasTime ? timeText(rounded, code) : null
  if (!(hasYear && hasMonth && hasDay)) return hasTime ? `${dayOf(serial)} ${timeText(rounded, code)}` : formatValue(serial, format)
  return hasTime ? `${dayOf(serial)} ${timeText(rounded, code)}` : dayOf(serial)
}

export interface CellLook {
  format: string
  is1904: boolean
  /** Amounts as digits only (for imports), or as the sheet shows them. */
  amounts: 'plain' | 'shown'
}

/** Stands for a sign of percent that is only shown: the package multiplies by a hundred for it. */
const quotedPercent = '\ue025'
const withoutQuotedPercent = (format: string): string =>
  format.replaceAll(/"[^"]*"|\\%/g, (each) => (each === String.raw`\%` ? `"${quotedPercent}"` : each.replaceAll('%', quotedPercent)))

/**
 * Whether a format makes a code of a number: a postal code (00000, 00-000), the number of an article or an insurance (000-00-0000), a phone
 * number with its plus ("+"0). Their zeros and signs are part of what is meant.
 */
const isCode = (section: string): boolean => {
  const shown = section.replaceAll(/"([^"]*)"|\\(.)|_.|\*./g, '$1$2').replaceAll(/\[[^\]]*\]/g, '')
  return /^\+[0#][0# ()/-]*$/.test(shown) || (/^[0 ()/-]*$/.test(shown) && /^\D*00/.test(shown))
}

/** A locale of a format (LCID) whose language is English. */
const isEnglish = /\[\$[^\]-]*-[0-9a-f]*09\]/i
const oneGroup = /(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?![\d.,])/

/** The text of a number cell: dates, times and durations as such, percentages and currencies with their sign. */
export function showNumber(value: number, { format, is1904, amounts }: CellLook): string {
  if (!Number.isFinite(value) || format === '' || format === '@') return plainNumber(value)
  const section = sectionOf(format, value)
  // What stands there as it is shown is part of the number: "pcs", "€".
  if (/general/i.test(bare(section))) {
    if (amounts === 'plain') return plainNumber(value)
    return section
      .replaceAll(/\[[^\]]*\]/g, '')
      .replaceAll(/"([^"]*)"|\\(.)|general/gi, (_, quoted, escaped) => quoted ?? escaped ?? plainNumber(value))
  }
  const code = bare(section)
  if (/[ymdhsg]/i.test(code.replaceAll(/E[+-]/g, ''))) return dateText(value, code, section, is1904) ?? plainNumber(value)
  if (code.includes('%')) {
    const decimals = /\.([0#?]+)/.exec(code)?.[1]?.length ?? 0
    const percent = Number((value * 100).toPrecision(15))
    return `${amounts === 'plain' ? plainNumber(percent) : percent.toFixed(decimals)}%`
  }
  if ((amounts === 'plain' && !(Number.isInteger(value) && isCode(section))) || !/[0#?]/.test(code)) return plainNumber(value)
  // The sign of a currency with its locale: [$€-407] shows €.
  const currency = format.replaceAll(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, '"$1"')
  const shown = formatValue(value, withoutQuotedPercent(currency)).replaceAll(quotedPercent, '%').replaceAll(/\s+/g, ' ').trim()
  if (shown === '' || /NaN|undefined/.test(shown)) return plainNumber(value)
  // Most files do not say in which language they show numbers, and half of the world reads 1,200 as a little more than one.
  return isEnglish.test(format) ? shown : shown.replace(oneGroup, '$1$2')
}
