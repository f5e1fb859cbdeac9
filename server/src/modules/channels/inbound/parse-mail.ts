import type { ParsedMail, SimpleParserOptions } from 'mailparser'

// The library's types lack the options that keep delivery reports separate from the text, and leave HTML unconverted.
type Options = SimpleParserOptions & { keepDeliveryStatus: boolean; skipHtmlToText?: boolean }

const options: Options = {
  keepDeliveryStatus: true,
  skipImageLinks: true,
  skipTextToHtml: true,
  maxHtmlLengthToParse: 500_000,
}
const withoutHtml: Options = { ...options, skipHtmlToText: true }
/** Far below the parser's own limit, at which it fails. */
const maxHeaderBytes = 256 * 1024

/**
 * Parses an email. HTML that cannot be converted to text (endless nesting, or too large) is left out.
 * @throws Error for input that no parser can read: any sender can write such an email
 */
export const parseMail = (raw: Buffer): Promise<ParsedMail> => parse(raw, options).catch(() => parse(raw, withoutHtml))

/** Parses only the first headers, of any input: without a body, little can fail. */
export function parseHeaders(raw: Buffer): Promise<ParsedMail> {
  const start = raw.subarray(0, maxHeaderBytes).toString('latin1')
  const [headers = ''] = start.split(/\r?\n\r?\n/, 1)
  // Whole lines only: half a header would have another meaning.
  const whole = headers.length < start.length || raw.length <= maxHeaderBytes ? headers : start.slice(0, start.lastIndexOf('\n') + 1)
  return parse(Buffer.from(`${whole.trimEnd()}\r\n\r\n`, 'latin1'), withoutHtml)
}

async function parse(raw: Buffer, how: Options): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser')
  return asTyped(await simpleParser(raw, how))
}

const isText = (value: unknown) => typeof value === 'string'

/** Matches the declared types: for missing, empty or invalid headers, the parser returns other values. */
function asTyped(mail: ParsedMail): ParsedMail {
  const headerLines = (mail.headerLines as ParsedMail['headerLines'] | undefined) ?? []
  const attachments = mail.attachments.map((each) =>
    isText(each.contentType) ? each : { ...each, contentType: 'application/octet-stream' },
  )
  const references = [mail.references as unknown].flat(2).filter(isText)
  return { ...mail, headerLines, attachments, references }
}
