/** Words with which mail programs introduce a quotation: "On ... wrote:", in the five languages of the product. */
const attributions = [
  /^(on|am|le|el)\b.{2,300}\b(wrote|writes|said|schrieb|a écrit|écrivait|escribió|ha escrito)\b.{0,200}:$/iu,
  /^.{2,250}\b(wrote|writes|schrieb|schrieb am|a écrit|escribió)\b.{0,120}:$/iu,
  /^.{2,250}(のメール|さんは書きました|が書きました|wrote|からのメッセージ)\s?[:：]$/u,
  /^\d{4}[年/-].{4,250}[:：]$/u,
  /^(quoting|zitat von|citando|citation de|quoth)\b.{2,200}:$/iu,
  /^(am|on|le|el) .{6,200}, .{2,200}:$/iu,
]
const divider =
  /^(-{2,}\s*(original message|original-nachricht|ursprüngliche nachricht|originalnachricht|message d'origine|message d’origine|mensaje original|元のメッセージ|original appointment|reply message|reply above this line)\s*-{2,}|_{5,}|-{5,})$/iu
const headerNames = [
  'from',
  'von',
  'de',
  '差出人',
  'sent',
  'date',
  'gesendet',
  'datum',
  'envoyé',
  'enviado',
  'enviado el',
  'fecha',
  '送信日時',
  '日付',
  'to',
  'an',
  'à',
  'a',
  'para',
  '宛先',
  'cc',
  'kopie',
  'subject',
  'betreff',
  'objet',
  'asunto',
  '件名',
  'reply-to',
  'importance',
  'priorität',
]
const headerLine = new RegExp(`^\\**(${headerNames.join('|')})\\s?[:：]\\**\\s?.{1,400}$`, 'iu')
const senderLine = /^\**(from|von|de|差出人)\s?[:：]/iu

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

/** Recognises lines of texts that we have: long ones anywhere, short ones only as a whole line ("Yes" may be an answer). */
function knownLines(texts: readonly string[]): (line: string) => boolean {
  const whole = texts.map(condense)
  const single = new Set(texts.flatMap((text) => text.split('\n').map(condense)))
  return (line) => {
    const condensed = condense(line.replace(/^[>\s]+/, ''))
    return condensed === '' || single.has(condensed) || (condensed.length >= 12 && whole.some((text) => text.includes(condensed)))
  }
}

const isQuoted = (line: string): boolean => /^[>＞]/u.test(line)

/** Where the attribution above a line begins: up to three lines that introduce a quotation together; -1 without one. */
function attributionAbove(lines: readonly Line[], start: number): number {
  let last = start - 1
  while (last >= 0 && lines[last]?.text === '' && start - last < 3) last -= 1
  for (let count = 1; count <= 3; count++) {
    const first = last - count + 1
    if (first < 0 || lines[first]?.text === '') return -1
    const joined = lines
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join(' ')
    if (joined.length <= 600 && attributions.some((pattern) => pattern.test(joined)) && isBeginning(lines, first, count)) return first
  }
  return -1
}

/** Of two lines, the first is part of the attribution only where the second alone is none ("<a@b.example> wrote:"). */
const isBeginning = (lines: readonly Line[], first: number, count: number): boolean =>
  count > 1 || !/^(<|[^\s]+@)/.test(lines[first]?.text ?? '') || lines[first - 1]?.text === '' || first === 0

/** The head of a quoted email as Outlook writes it: sender and at least one more field, a divider above it included. */
function headAt(lines: readonly Line[], index: number): number {
  if (!senderLine.test(lines[index]?.text ?? '')) return -1
  let end = index
  while (end < lines.length && headerLine.test(lines[end]?.text ?? '') && end - index < 10) end += 1
  return end - index >= 2 ? end : -1
}

function startOfUnmarked(lines: readonly Line[]): { start: number; next: number } | null {
  for (let index = 0; index < lines.length; index++) {
    const text = lines[index]?.text ?? ''
    if (text.length > 500) continue
    const end = headAt(lines, index)
    if (end >= 0) {
      let start = index
      while (start > 0 && (lines[start - 1]?.text === '' || divider.test(lines[start - 1]?.text ?? ''))) start -= 1
      return { start, next: end }
    }
    if (divider.test(text) && !/^[-_]+$/.test(text)) return { start: index, next: index + 1 }
    for (const count of [1, 2]) {
      const joined = lines
        .slice(index, index + count)
        .map((line) => line.text)
        .join(' ')
      if (text !== '' && joined.length <= 500 && attributions.slice(0, 3).some((pattern) => pattern.test(joined)))
        return { start: index, next: index + count }
    }
  }
  return null
}

const isMachineLine = (text: string): boolean => text === '' || isQuoted(text) || divider.test(text) || headerLine.test(text)

/** The first line of the quotation with which the text ends; -1 without one. `isKnown`: recognises lines of emails that we have. */
function quotationStart(lines: readonly Line[], isKnown: (line: string) => boolean): number {
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
  const unmarked = startOfUnmarked(lines)
  if (!unmarked) return -1
  const follows = lines.slice(unmarked.next, end)
  return follows.every(({ text }) => isMachineLine(text) || isKnown(text) || attributions.some((pattern) => pattern.test(text)))
    ? unmarked.start
    : -1
}

/**
 * Where the quotation begins with which a reply ends: nothing that its writer added follows. Lines without a mark are a quotation only where
 * they stand in one of the emails that we have. Null where there is none, or where nothing else is left.
 */
export function findQuotation(text: string, knownTexts: readonly string[]): number | null {
  const lines = linesOf(text)
  const start = quotationStart(lines, knownLines(knownTexts))
  const own = text.slice(0, start < 0 ? 0 : (lines[start]?.from ?? 0)).trimEnd()
  return own.trim() === '' ? null : own.length
}

/**
 * The writer's words above the quotation, for keywords only ("STOP" above whatever was answered). What follows the head of a quoted email
 * counts as quoted here; nothing is stored or hidden by it.
 */
export function stripQuotes(text: string): string {
  const lines = linesOf(text.replaceAll('\r\n', '\n'))
  const start = quotationStart(lines, (line) => !isQuoted(line))
  const own = text
    .replaceAll('\r\n', '\n')
    .slice(0, start < 0 ? undefined : lines[start]?.from)
    .trim()
  return own === '' ? text.trim() : own
}
