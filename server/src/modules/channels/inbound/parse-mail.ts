import type { ParsedMail, SimpleParserOptions } from 'mailparser'

// Its types do not know the options that leave delivery reports apart from the text, and HTML alone.
type Options = SimpleParserOptions & { keepDeliveryStatus: boolean; skipHtmlToText?: boolean }

const options: Options = {
  keepDeliveryStatus: true,
  skipImageLinks: true,
  skipTextToHtml: true,
  maxHtmlLengthToParse: 500_000,
}
const withoutHtml: Options = { ...options, skipHtmlToText: true }
/** Far below the parser's own limit, beyond which it gives up. */
const maxHeaderBytes = 256 * 1024

/**
 * Takes a mail apart. HTML that cannot be turned into text (elements in elements without end, or too much of it) is left out.
 * @throws Error for what no parser reads: anybody can write such a mail
 */
export const parseMail = (raw: Buffer): Promise<ParsedMail> => parse(raw, options).catch(() => parse(raw, withoutHtml))

/** The first headers, of whatever it may be: without a body there is little left to stumble over. */
export function parseHeaders(raw: Buffer): Promise<ParsedMail> {
  const start = raw.subarray(0, maxHeaderBytes).toString('latin1')
  const [headers = ''] = start.split(/\r?\n\r?\n/, 1)
  // Whole lines only: half a header would say something else.
  const whole = headers.length < start.length || raw.length <= maxHeaderBytes ? headers : start.slice(0, start.lastIndexOf('\n') + 1)
  return parse(Buffer.from(`${whole.trimEnd()}\r\n\r\n`, 'latin1'), withoutHtml)
}

async function parse(raw: Buffer, how: Options): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser')
  return asTyped(await simpleParser(raw, how))
}

const isText = (value: unknown) => typeof value === 'string'

/** As its types say it is: of headers that are missing, empty or nonsense the parser makes other things. */
function asTyped(mail: ParsedMail): ParsedMail {
  const headerLines = (mail.headerLines as ParsedMail['headerLines'] | undefined) ?? []
  const attachments = mail.attachments.map((each) =>
    isText(each.contentType) ? each : { ...each, contentType: 'application/octet-stream' },
  )
  const references = [mail.references as unknown].flat(2).filter(isText)
  return { ...mail, headerLines, attachments, references }
}
