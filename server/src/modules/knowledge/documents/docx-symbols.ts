import type { Attributes } from '../../../platform/sheets/office-parts.ts'

/** Characters of the fonts Wingdings and Symbol that say something, by their place in the font. */
const wingdings: Readonly<Record<number, string>> = {
  0x6c: '•',
  0x6e: '■',
  0x6f: '☐',
  0x71: '☐',
  0x72: '☐',
  0xa8: '☐',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
  0x78: '☒',
  0x52: '☑',
  0x54: '☒',
  0xe0: '→',
  0xdf: '←',
  0xe1: '↑',
  0xe2: '↓',
  0x28: '☎',
  0x2a: '✉',
}
const symbols: Readonly<Record<number, string>> = {
  0x61: 'α',
  0x62: 'β',
  0x67: 'γ',
  0x64: 'δ',
  0x65: 'ε',
  0x6c: 'λ',
  0x6d: 'μ',
  0x70: 'π',
  0x73: 'σ',
  0x77: 'ω',
  0x44: 'Δ',
  0x53: 'Σ',
  0x57: 'Ω',
  0xa3: '≤',
  0xb3: '≥',
  0xb1: '±',
  0xb4: '×',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xa5: '∞',
  0xae: '→',
  0xac: '←',
  0xb0: '°',
  0xd6: '√',
  0xe5: '∑',
}

/** The character of a `w:sym`; nothing where its font gives it a meaning of its own that is not known. */
export function symbolOf({ char = '', font = '' }: Attributes): string {
  const code = Number.parseInt(char, 16)
  if (Number.isNaN(code) || code < 0x20) return ''
  const isPrivate = code >= 0xf000 && code <= 0xf0ff
  const place = isPrivate ? code - 0xf000 : code
  if (/^Wingdings/i.test(font)) return wingdings[place] ?? ''
  if (/^Symbol$/i.test(font)) return symbols[place] ?? ''
  return isPrivate ? '' : String.fromCodePoint(code)
}

/** Text as its font shows it: LibreOffice writes symbols as private characters, other programs as a single letter of the font Wingdings. */
export function textInFont(text: string, font: string): string {
  if (!/^(?:Wingdings|Symbol)/i.test(font)) return text
  if (/^Wingdings$/i.test(font) && text.trim().length === 1) return wingdings[text.trim().charCodeAt(0) & 0xff] ?? text
  return text.replaceAll(/[\uf000-\uf0ff]/g, (sign) => symbolOf({ char: sign.charCodeAt(0).toString(16), font }) || sign)
}
