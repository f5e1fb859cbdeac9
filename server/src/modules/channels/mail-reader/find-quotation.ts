const verbs = 'wrote|writes|said|schrieb|a écrit|écrivait|escribió|ha escrito|ha scritto|scrive|schreef|escreveu'
/** A person who says what another one wrote goes on in a sentence: "As you wrote that ...". */
const pronouns =
  'i|you|we|they|he|she|ich|du|sie|wir|er|je|tu|vous|nous|il|elle|ils|elles|yo|usted|ustedes|io|lei|lui|noi|voi|loro|ik|jij|zij|eu|ele|ela'
const ownWords = new RegExp(
  `(?<![\\p{L}])(?:(?:${pronouns})\\s+(?:${verbs})|(?:${verbs})\\s+(?:${pronouns}|that|dass|que|about))(?![\\p{L}])`,
  'iu',
)
const moment = /\d{1,2}[:.h]\d{2}|\d{4}|[^\s<>()]+@[^\s<>()]+/iu
const verbAtEnd = new RegExp(`(?<![\\p{L}])(?:${verbs})(?:\\s?[:：])$`, 'iu')
const verbInside = new RegExp(`(?<![\\p{L}])(?:${verbs})(?![\\p{L}]).{0,160}[:：]$`, 'iu')
const dateFirst = /^(?:on|am|le|el|il|op|em) .{4,200}[:：]$/iu
const otherWords = [
  /^.{2,250}(?:のメール|さんは書きました|が書きました|からのメッセージ)\s?[:：]$/u,
  /^\d{4}[年/-].{4,250}[:：]$/u,
  /^(?:quoting|zitat von|citando|citation de|quoth)\s.{2,200}:$/iu,
]

/**
 * Whether a line is one with which mail programs introduce a quotation, in the languages of the product and its neighbours: "On ... wrote:". It says when
 * or who with an address; a short "Ann wrote:" says no more than that.
 */
function isAttribution(line: string): boolean {
  if (line.length > 500 || !/[:：]$/u.test(line) || ownWords.test(line)) return false
  if (/のメール|書きました|からのメッセージ/u.test(line)) return otherWords.some((pattern) => pattern.test(line))
  if (verbAtEnd.test(line)) return moment.test(line) || line.split(/\s+/).length <= 6
  return moment.test(line) && (verbInside.test(line) || dateFirst.test(line) || otherWords.some((pattern) => pattern.test(line)))
}

const dividerNames =
  "original message|original-nachricht|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|message initial|courriel original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|元のメッセージ|オリジナルのメッセージ|original appointment|reply message|reply above this line"
const namedDivider = new RegExp(`^-{2,}\\s*(?:${dividerNames})\\s*-{2,}$`, 'iu')
const isDivider = (line: string): boolean => namedDivider.test(line) || /^(?:_{5,}|-{5,})$/u.test(line)
const headNames = {
  sender: ['from', 'von', 'de', 'desde', 'da', 'van', '差出人'],
  about: [
    'sent',
    'date',
    'gesendet',
    'datum',
    'envoyé',
    'enviado',
    'enviado el',
    'fecha',
    'inviato',
    'data',
    'verzonden',
    'enviada em',
    '送信日時',
    '日付',
    'subject',
    'betreff',
    'objet',
    'sujet',
    'asunto',
    'oggetto',
    'onderwerp',
    'assunto',
    '件名',
  ],
  others: ['to', 'an', 'à', 'a', 'pour', 'para', 'aan', '宛先', 'cc', 'kopie', 'reply-to', 'importance', 'priorität'],
}
const fieldOf = (names: readonly string[]) => new RegExp(`^\\**(?:${names.join('|')})\\s?[:：]\\**\\s?.{1,400}$`, 'iu')
const headerLine = fieldOf(Object.values(headNames).flat())
const senderLine = fieldOf(headNames.sender)
const aboutLine = fieldOf(headNames.about)

interface Line {
  text: string
  from: number
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  for (const line of text.split('\n')) {
    lines.push({ text: line.trim(), from })
    from += line.length + 1
  }
  return lines
}

const condense = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Letters of known texts that are looked through, the first texts first: a conversation may hold megabytes. */
const mostKnown = 200_000
/** A line of as many letters is known wherever it stands. */
const pieceLength = 12
const base = 31
const outgoing = Array.from({ length: pieceLength }).reduce<number>((power) => Math.imul(power, base), 1)

/** A number for each piece of so many characters: looking for each line in each text would hold the process for seconds. */
function piecesOf(text: string): number[] {
  const pieces: number[] = []
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
    if (at >= pieceLength) hash = (hash - Math.imul(text.charCodeAt(at - pieceLength), outgoing)) | 0
    if (at >= pieceLength - 1) pieces.push(hash)
  }
  return pieces
}

function firstOf(texts: readonly string[]): string[] {
  let left = mostKnown
  return texts.flatMap((text) => {
    const part = text.slice(0, left)
    left -= part.length
    return part === '' ? [] : [part]
  })
}

/** Recognises lines of texts that we have: long ones anywhere, short ones only as a whole line ("Yes" may be an answer). */
function knownLines(all: readonly string[]): (line: string) => boolean {
  const texts = firstOf(all)
  const pieces = new Set(texts.flatMap((text) => piecesOf(condense(text))))
  const single = new Set(texts.flatMap((text) => text.split('\n').map(condense)))
  const signs = new Set(texts.flatMap((text) => text.split(/\s+/)))
  return (line) => {
    const words = line.replace(/^[>\s]+/, '')
    const condensed = condense(words)
    // A line without letters may be an answer too: "👍".
    if (condensed === '')
      return (
        /^[\s|_=*·.,;:\-–—]*$/u.test(words) ||
        words
          .trim()
          .split(/\s+/)
          .every((sign) => signs.has(sign))
      )
    return single.has(condensed) || (condensed.length >= pieceLength && piecesOf(condensed).every((piece) => pieces.has(piece)))
  }
}

const isQuoted = (line: string): boolean => /^[>＞]/u.test(line)

const saysWhen = /^(?:on|am|le|el|il|op|em) .*(?:\d{1,2}[:.h]\d{2}|\d{4})|^\d{4}[年/-]/iu

/** The number of lines from here that introduce a quotation together; 0 where they do not. */
function attributionAt(lines: readonly Line[], first: number, most: number): number {
  let joined = ''
  for (let count = 1; count <= most; count++) {
    const text = lines[first + count - 1]?.text ?? ''
    if (text === '' || joined.length + text.length > 600) return 0
    joined = joined === '' ? text : `${joined} ${text}`
    // Over several lines, the first one says when; another one is the end of what its writer says.
    if (isAttribution(joined) && (count === 1 || saysWhen.test(lines[first]?.text ?? ''))) return count
    // What ends with a colon introduces by itself what follows; it is no first line of something longer.
    if (/[:：]$/u.test(text)) return 0
  }
  return 0
}

const dateLine = /^(?:on|am|le|el|il|op|em) .{0,100}\d{1,2}:\d{2}.{0,40}$/iu

/** Where the attribution above a line begins: up to three lines that introduce a quotation together; -1 without one. */
function attributionAbove(lines: readonly Line[], start: number): number {
  let last = start - 1
  while (last >= 0 && lines[last]?.text === '' && start - last < 3) last -= 1
  for (let count = 1; count <= 3 && last - count + 1 >= 0; count++) {
    const first = last - count + 1
    if (attributionAt(lines, first, count) !== count) continue
    // "<a@b.example> wrote:" and "Support wrote:" may stand below the line that says when.
    const above = lines[first - 1]?.text ?? ''
    if (count < 3 && dateLine.test(above) && attributionAt(lines, first - 1, 1) === 0) return first - 1
    if (count === 1 && /^(?:<|[^\s]+@)/.test(lines[first]?.text ?? '') && above !== '') continue
    return first
  }
  return -1
}

/** The end of the head of a quoted email as Outlook writes it: sender, and when or about what, in any order; -1 where there is none. */
function headAt(lines: readonly Line[], index: number): number {
  let end = index
  let [hasSender, hasAbout] = [false, false]
  for (; end < lines.length && end - index < 12; end++) {
    const text = lines[end]?.text ?? ''
    // Long lists of recipients go on in the next line.
    if (!headerLine.test(text) && !(end > index && /^[^\s:]{1,60}@|^[^:]{1,80}<[^\s<>]+@[^\s<>]+>[;,]?/.test(text))) break
    hasSender ||= senderLine.test(text)
    hasAbout ||= aboutLine.test(text)
  }
  return hasSender && hasAbout ? end : -1
}

/** Beginnings of quotations without marks, by their first line, and which lines programs wrote there. */
function unmarkedIn(lines: readonly Line[]): { starts: number[]; written: Set<number> } {
  const starts: number[] = []
  const written = new Set<number>()
  for (let index = 0; index < lines.length;) {
    const text = lines[index]?.text ?? ''
    const isLong = text === '' || text.length > 500
    const head = isLong ? -1 : headAt(lines, index)
    const end = head >= 0 ? head : index + (isLong ? 0 : attributionAt(lines, index, 3))
    if (end > index || namedDivider.test(text)) starts.push(index)
    for (let each = index; each < end; each++) written.add(each)
    index = Math.max(end, index + 1)
  }
  return { starts, written }
}

/** The quotation without marks with which the text ends: a head or an attribution, and nothing that a person added below it. */
function startOfUnmarked(lines: readonly Line[], isKnown: (line: string) => boolean, isSure: boolean): number {
  const { starts, written } = unmarkedIn(lines)
  const isOfPerson = ({ text }: Line, at: number) => !(text === '' || isQuoted(text) || isDivider(text) || written.has(at) || isKnown(text))
  if (starts.length === 0) return -1
  const last = lines.findLastIndex(isOfPerson)
  const first = starts.find((at) => at > last)
  if (first === undefined) return -1
  const holdsKnown = lines.some(({ text }, at) => at > first && text !== '' && !isDivider(text) && !written.has(at) && isKnown(text))
  if (isSure && !holdsKnown) return -1
  let start = first
  while (start > 0 && (lines[start - 1]?.text === '' || isDivider(lines[start - 1]?.text ?? ''))) start -= 1
  return start
}

/**
 * The first line of the quotation with which the text ends; -1 without one. `isKnown`: recognises lines of emails that we have; `isSure`:
 * lines without marks count only where one of them is known.
 */
function quotationStart(lines: readonly Line[], isKnown: (line: string) => boolean, isSure: boolean): number {
  let end = lines.length
  while (end > 0 && lines[end - 1]?.text === '') end -= 1
  let start = end
  while (start > 0 && (isQuoted(lines[start - 1]?.text ?? '') || lines[start - 1]?.text === '')) start -= 1
  while (start < end && lines[start]?.text === '') start += 1
  if (start < end) {
    const above = attributionAbove(lines, start)
    if (above >= 0) return above
    const quoted = lines.slice(start, end).filter(({ text }) => text.replaceAll(/[>\s]/g, '') !== '')
    if (quoted.filter(({ text }) => isKnown(text)).length * 2 >= quoted.length) return start
  }
  return startOfUnmarked(lines, isKnown, isSure)
}

/**
 * Where the quotation begins with which a reply ends: nothing that its writer added follows. Lines without a mark are a quotation only where
 * they stand in one of the emails that we have. Null where there is none, or where nothing else is left.
 */
export function findQuotation(text: string, knownTexts: readonly string[]): number | null {
  const lines = linesOf(text)
  const start = quotationStart(lines, knownLines(knownTexts), true)
  const own = text.slice(0, start < 0 ? 0 : (lines[start]?.from ?? 0)).trimEnd()
  return own.trim() === '' ? null : own.length
}

/**
 * The writer's words above the quotation, for keywords only ("STOP" above whatever was answered). What follows the head of a quoted email
 * counts as quoted here; nothing is stored or hidden by it.
 */
export function stripQuotes(text: string): string {
  const lines = linesOf(text.replaceAll('\r\n', '\n'))
  const start = quotationStart(lines, (line) => !isQuoted(line), false)
  const own = text
    .replaceAll('\r\n', '\n')
    .slice(0, start < 0 ? undefined : lines[start]?.from)
    .trim()
  return own === '' ? text.trim() : own
}
