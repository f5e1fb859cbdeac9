import { decodeMailBytes } from './decode-mail-bytes.ts'
import { htmlToText, mostHtml } from './html-to-text.ts'
import { mergeAlternatives } from './merge-alternatives.ts'
import type { MimePart } from './mime-tree.ts'
import { decodeWords } from './mime-values.ts'
import { readTnef } from './read-tnef.ts'
import { unflowText } from './unflow-text.ts'

interface MailFile {
  name: string | null
  contentType: string
  content: Buffer
}

export interface MailContent {
  /** The text of every part that people read, in order, forwarded emails included. */
  text: string
  files: MailFile[]
  /** Parts of the email itself (not of one in it) that machines write for machines. */
  reportParts: { contentType: string; content: Buffer }[]
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml', 'text/x-amp-html', 'text/watch-html'])
const textTypes = new Set(['text/plain', 'text/markdown', 'text/x-markdown', 'text/enriched', 'text/richtext', 'text/flowed'])
/** A file that is shown within the text stands in it up to this size; a longer one (a log) is only a file. */
const mostShown = 20_000
/** What the column of a message holds; a longer text is also a file. */
const mostStored = 100_000

const fileNames: Record<string, string> = {
  'text/calendar': 'invitation.ics',
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
  'text/directory': 'contact.vcf',
  'message/rfc822': 'message.eml',
  'text/html': 'text.html',
  'text/plain': 'text.txt',
}

const fileOf = ({ filename, type, content }: MimePart): MailFile => ({
  name: filename || (fileNames[type] ?? null),
  contentType: type,
  content,
})

function readText(part: MimePart, files: MailFile[]): string {
  const isHtml = htmlTypes.has(part.type)
  const { text, unreadable } = decodeMailBytes(part.content, part.params.get('charset') ?? null, isHtml)
  if (unreadable !== null) {
    files.push(fileOf(part))
    return `[This part of the email is in the charset "${unreadable.slice(0, 40)}", which cannot be read. It is attached as a file.]`
  }
  if (isHtml) {
    if (text.length > mostHtml) files.push(fileOf(part))
    return htmlToText(text)
  }
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  if (part.type === 'text/enriched' || part.type === 'text/richtext')
    return htmlToText(lines.replaceAll('<<', '&lt;').replaceAll('\n', '<br>'))
  return part.params.get('format')?.toLowerCase() === 'flowed'
    ? unflowText(lines, part.params.get('delsp')?.toLowerCase() === 'yes')
    : lines
}

const forwardedFields = ['From', 'Date', 'To', 'Cc', 'Subject']

/** A forwarded email: its head as mail programs write it, its text, and its files. */
function readForwarded(part: MimePart, inner: MimePart, files: MailFile[]): string {
  if (part.disposition === 'attachment') files.push(fileOf(part))
  const head = forwardedFields.flatMap((name) => {
    const value = inner.fields.get(name.toLowerCase())
    return value ? [`${name}: ${decodeWords(value)}`] : []
  })
  return [head.join('\n'), readAll(inner, files)].filter((each) => each.trim() !== '').join('\n\n')
}

/** Before and after the parts stands what programs without MIME show: a notice that says so, or words of the person. */
function wordsAround(bytes: Buffer): string {
  const { text } = decodeMailBytes(bytes, null)
  return /\bMIME\b|multi-?part/i.test(text) ? '' : text.replaceAll('\r\n', '\n').trim()
}

/** Whether Outlook packed text and files in it. */
const isPacked = ({ type, filename }: MimePart): boolean =>
  /^application\/(vnd\.)?ms-tnef$/.test(type) || /^winmail\.dat$/i.test(filename ?? '')

/** A file; a packed one is unpacked, if it holds anything. */
function readFile(part: MimePart, files: MailFile[]): string {
  const decode = (bytes: Buffer) => decodeMailBytes(bytes, null).text
  const packed = isPacked(part) ? readTnef(part.content, decode) : null
  const text = packed ? mergeAlternatives([packed.text, htmlToText(packed.html)]) : ''
  const found = packed?.files.filter(({ content }) => content.length > 0) ?? []
  if (text === '' && found.length === 0) files.push(fileOf(part))
  files.push(...found.map((file) => ({ ...file, contentType: 'application/octet-stream' })))
  return text
}

function readAll(part: MimePart, files: MailFile[]): string {
  const [inner] = part.parts
  if (part.type.startsWith('multipart/')) {
    const texts = part.parts.map((each) => readAll(each, files))
    const within =
      part.type === 'multipart/alternative'
        ? [mergeAlternatives(texts)]
        : // Outlook packs the words of the email once more.
          texts.filter(
            (text, at) => !(isPacked(part.parts[at] as MimePart) && texts.slice(0, at).some((other) => other.trim() === text.trim())),
          )
    return [wordsAround(part.around.before), ...within, wordsAround(part.around.after)]
      .map((text) => text.replace(/^\n+|\s+$/g, ''))
      .filter((text) => text !== '')
      .join('\n\n')
  }
  if (inner) return readForwarded(part, inner, files)
  const isText = htmlTypes.has(part.type) || textTypes.has(part.type)
  if (isText && part.disposition !== 'attachment') {
    const isNamed = part.filename !== null && part.filename !== ''
    if (isNamed) files.push(fileOf(part))
    return isNamed && part.content.length > mostShown ? '' : readText(part, files)
  }
  if (part.content.length > 0) return readFile(part, files)
  return ''
}

const reportTypes = /^(message\/(?!external-body|partial)[\w.+-]+|text\/rfc822-headers)$/

function reportPartsOf(part: MimePart): MailContent['reportParts'] {
  if (part.type.startsWith('multipart/')) return part.parts.flatMap(reportPartsOf)
  return reportTypes.test(part.type) ? [{ contentType: part.type, content: part.content }] : []
}

/** What an email says and holds: text of any part in any tree, and everything else as files. */
export function readMailContent(tree: MimePart): MailContent {
  const files: MailFile[] = []
  const text = readAll(tree, files)
  if (text.length > mostStored) files.unshift({ name: 'message.txt', contentType: 'text/plain', content: Buffer.from(text, 'utf8') })
  return { text, files, reportParts: reportPartsOf(tree) }
}
