import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { importEncodings, importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportSettings, ImportTarget } from '@imperium/contract/contacts/contact-imports.ts'
import { invalid } from '../../platform/errors.ts'
import { parseEmailAddress } from '../../platform/mail/address.ts'
import { addressInCell } from '../../platform/mail/address-in-cell.ts'
import { isWorkbook, separatorLine } from '../../platform/text/recognise-table.ts'
import { recogniseCharset } from '../../platform/text/recognise-charset.ts'
import { isTimeZone } from '../consents/index.ts'
import { isOptOutOfValue, statusOfValue } from './row-consent.ts'

const notText = (message: string) => invalid([{ path: 'file', message }])

/** Reads a file from a byte on. */
export type Open = (fromByte: number) => AsyncIterable<Uint8Array>

/** Looked at for the encoding, besides the beginning: a name with an accent may come late in a list. */
const samples = 4

export async function firstBytes(open: Open, fromByte: number): Promise<Buffer> {
  for await (const bytes of open(fromByte)) return Buffer.from(bytes)
  return Buffer.alloc(0)
}

/** Parts of a file from all over it, its beginning first. */
export async function samplesOf(open: Open, sizeBytes: number): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let sample = 0; sample < samples; sample += 1) parts.push(await firstBytes(open, Math.floor((sizeBytes * sample) / samples)))
  return parts
}

/** How files begin that people take for tables, and that are none: whatever they are called. */
const others: readonly { begins: RegExp; message: string }[] = [
  {
    begins: /^\xd0\xcf\x11\xe0/,
    message: 'This is an old Excel file (.xls). Save it as .xlsx or CSV and choose that file.',
  },
  {
    begins: /^PK[\x05\x07]/,
    message: 'This file is compressed. Unpack it and choose the CSV file in it.',
  },
  { begins: /^(?:\x1f\x8b|Rar!|7z\xbc\xaf)/, message: 'This file is compressed. Unpack it and choose the CSV file in it.' },
  { begins: /^(?:\xef\xbb\xbf)?\s*(?:\[\s*[{["]|\{\s*")/, message: 'This is JSON, not a table. Save it as CSV and choose that file.' },
  { begins: /^(?:\xef\xbb\xbf)?BEGIN:VCARD/i, message: 'This is a vCard file. Export the contacts as CSV and choose that file.' },
  { begins: /^%PDF-/, message: 'This is a PDF. Save the table as CSV and choose that file.' },
  {
    begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table)/i,
    message: 'This is a web page or XML, not a table. Save it as CSV and choose that file.',
  },
]

/** Whole lines of a part from somewhere in a file, so that no letter of it is cut. */
function wholeLines(part: Buffer, isFirst: boolean): Buffer {
  const from = isFirst ? 0 : part.indexOf(10) + 1
  const to = part.lastIndexOf(10) + 1
  return to > from ? part.subarray(from, to) : isFirst ? part : Buffer.alloc(0)
}

/** The bytes without the character that the end of the part may have cut off. */
const withoutCut = (bytes: Buffer): Buffer => {
  const from = bytes.length - 1 - [...bytes.subarray(-4)].toReversed().findIndex((byte) => (byte & 0xc0) !== 0x80)
  const byte = bytes[from] ?? 0
  const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
  return bytes.length - from < needed ? bytes.subarray(0, from) : bytes
}

interface Encoding {
  encoding: ImportSettings['encoding']
  /** False: it is the likeliest of several, and a person has to look. */
  isSure: boolean
}

/**
 * How the file is written: by its byte order mark, else by its look, in parts from all over it. @throws 422 for what is no table. A
 * workbook counts as UTF-8: it becomes that.
 */
export function recogniseEncoding(parts: readonly Buffer[]): Encoding {
  const [first = Buffer.alloc(0)] = parts
  const beginning = first.toString('latin1', 0, 100)
  const other = others.find(({ begins }) => begins.test(beginning))
  if (other) throw notText(other.message)
  if (isWorkbook(first)) return { encoding: 'utf-8', isSure: true }
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(beginning)
  if (isWide) return { encoding: first[0] === 0xff ? 'utf-16le' : 'utf-16be', isSure: true }
  // In UTF-16 a part may begin in the middle of a letter: the first one says all.
  const isBinary = parts.some((part) => part.includes(0))
  const judged = isBinary ? first.subarray(0, first.length & ~1) : Buffer.concat(parts.map((part, at) => wholeLines(part, at === 0)))
  const found = recogniseCharset(parts.length === 1 && !isBinary ? withoutCut(judged) : judged)
  const encoding = importEncodings.find((each) => each === found?.charset)
  if (isBinary && (!encoding || !found?.isSure)) throw notText('This is not a text file. Save the table as CSV and choose that file.')
  return encoding ? { encoding, isSure: found?.isSure ?? false } : { encoding: 'windows-1252', isSure: false }
}

// How columns are called in the five languages of the product, as `plain` writes them.
const heads: readonly [ImportTarget, string][] = [
  [
    'email',
    'email emailaddress mail mailaddress correo correoelectronico direcciondecorreo courriel adressemail adresseemail adresseelectronique ' +
      'mailadresse emailadresse email1value email1address indirizzoemail indirizzodiposta postaelettronica emailadres mailadres メール メールアドレス eメール 電子メール',
  ],
  [
    'phone',
    'phone phonenumber mobile mobilephone mobilenumber cell cellphone tel telephone telephonenumber telefono movil celular ' +
      'numerodetelefono portable numerodetelephone telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon rufnummer ' +
      'phone1value cellulare numeroditelefono telefoonnummer telefoon mobiel mobielnummer 電話 電話番号 携帯 携帯電話 携帯番号',
  ],
  ['firstName', 'firstname givenname forename first nombre nombredepila prenom vorname voornaam 名 下の名前'],
  ['lastName', 'lastname surname familyname last apellido apellidos nomdefamille nachname familienname cognome achternaam 姓 苗字'],
  [
    'name',
    'name fullname contact contactname nombrecompleto nomcomplet nom vollstandigername vollername nome nomecompleto nomeecognome naam volledigenaam 氏名 名前 お名前',
  ],
  ['locale', 'locale language lang idioma lengua langue sprache 言語'],
  ['timeZone', 'timezone tz zonahoraria husohorario fuseauhoraire zeitzone タイムゾーン'],
  [
    'consentStatus',
    'consent consentstatus optin optinstatus subscribed subscriptionstatus einwilligung einwilligungsstatus consentement consentimiento 同意',
  ],
  ['consentSource', 'consentsource optinsource quelledereinwilligung sourceduconsentement fuentedelconsentimiento 同意の取得元'],
  [
    'consentDate',
    'consentdate optindate optintime subscribedat subscriptiondate datumdereinwilligung dateduconsentement fechadelconsentimiento 同意日',
  ],
  ['tags', 'tags tag labels label groups group etiquetas etiqueta etiquettes etiquette schlagworter タグ ラベル'],
]

/** Lower case, without accents, spaces and signs. */
const plain = (head: string) =>
  head
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')

const known = new Map(heads.flatMap(([target, names]) => names.split(' ').map((name) => [plain(name), target] as const)))

function targetOfHead(head: string, fields: readonly ContactField[]): ImportTarget | null {
  const word = plain(head)
  const field = fields.find(({ key, label }) => plain(key) === word || plain(label) === word)
  return known.get(word) ?? (field ? `custom:${field.key}` : null)
}

const mostly = (values: readonly string[], is: (value: string) => boolean) =>
  values.length > 0 && values.filter(is).length >= Math.max(1, values.length * 0.6)

const looksLikePhone = (value: string) => /^\+[0-9 ()./-]{7,24}$/.test(value)

function targetOfContent(values: readonly string[]): ImportTarget | null {
  if (mostly(values, (value) => parseEmailAddress(addressInCell(value)) !== null)) return 'email'
  if (mostly(values, looksLikePhone)) return 'phone'
  if (mostly(values, (value) => /^[A-Z][A-Za-z]+\/[A-Za-z_]+$/.test(value) && isTimeZone(value))) return 'timeZone'
  return null
}

/** `plain` heads of columns that are about consent, and of those that say the opposite of what stands in them ("Unsubscribed: yes"). */
const aboutConsent =
  /newsletter|marketing|mailing|optin|optedin|subscri|consent|permission|accept|agree|abonn|einwillig|zustimm|inscri|suscri|acept|accord|iscri|consens|nieuwsbrief|toestemming|aangemeld|werbung|infomail|rundbrief|購読|同意|配信/
const againstConsent =
  /unsub|optout|optedout|dont|donot|abbestell|abgemeldet|widerruf|desabonn|desinscri|disiscri|afgemeld|uitgeschreven|^baja|debaja|spam|refus|rechaz|解除|停止/

const subscription =
  /subscri|optin|optout|optedin|optedout|abonn|abgemeldet|angemeldet|abbestellt|inscrit|suscri|dadodebaja|iscritto|uitgeschreven/

/**
 * Recognises a consent column by its values, whatever its name: no opt-out may be left out of an import. A value that is no status is named as
 * a mistake of its row. "Status" is about consent where its values speak of a subscription.
 */
function targetOfConsent(head: string, values: readonly string[]): 'consentStatus' | 'consentOptOut' | null {
  const name = plain(head)
  const isStatus = (value: string) => statusOfValue(value) !== null
  if (againstConsent.test(name)) return mostly(values, (value) => isOptOutOfValue(value) !== null) ? 'consentOptOut' : null
  const isConsent = aboutConsent.test(name)
    ? mostly(values, isStatus)
    : /status|state$|estado|statut|stato/.test(name) && values.every(isStatus) && values.some((value) => subscription.test(plain(value)))
  return isConsent ? 'consentStatus' : null
}

const isAddress = (cell: string) => parseEmailAddress(addressInCell(cell)) !== null || looksLikePhone(cell.trim())

/** The first row is a header, unless it contains an address. */
export const recogniseHeader = (rows: readonly (readonly string[])[]): boolean => {
  const [first] = rows
  return first !== undefined && !first.some(isAddress)
}

const isSeparatorLine = (cells: readonly string[]): boolean => separatorLine.test(`${cells.join(';')}\n`)
/** How many values a row has: a title merged over the whole table stands in each of its columns, and is one. */
const filled = (cells: readonly string[]): number => new Set(cells.flatMap((cell) => cell.trim() || [])).size

/**
 * Rows above the head: the line by which Excel names the separator, and lines of a title, which have fewer cells than a head and none of
 * its names. @param rows with their places in the file, from 1.
 */
export function recogniseTitleRows(rows: readonly { row: number; cells: readonly string[] }[], fields: readonly ContactField[]): number {
  const named = rows[0]?.row === 1 && isSeparatorLine(rows[0].cells) ? 1 : 0
  const begin = rows.filter(({ row }) => row > named && row <= importLimits.titleRows + 1)
  const known = begin.map(({ cells }) => cells.filter((cell) => targetOfHead(cell, fields) !== null).length)
  const at = known.indexOf(Math.max(0, ...known))
  const head = begin[at]
  if (!head || (known[at] ?? 0) === 0) return named
  const isTitle = ({ cells }: { cells: readonly string[] }) => filled(cells) < filled(head.cells) && !cells.some(isAddress)
  return begin.slice(0, at).every(isTitle) ? head.row - 1 : named
}

/** What each column may be: by its head, else by what stands in it; each target once. */
export function recogniseColumns(
  head: readonly string[],
  body: readonly (readonly string[])[],
  fields: readonly ContactField[],
): ImportTarget[] {
  const taken = new Set<ImportTarget>()
  const once = (target: ImportTarget | null): ImportTarget => {
    if (!target || (taken.has(target) && target !== 'tags')) return 'ignore'
    taken.add(target)
    return target
  }
  const byHead = head.map((name) => once(targetOfHead(name, fields)))
  return byHead.map((target, index) => {
    if (target !== 'ignore') return target
    const values = body.flatMap((cells) => cells[index]?.trim() || [])
    return once(targetOfConsent(head[index] ?? '', values) ?? targetOfContent(values))
  })
}
