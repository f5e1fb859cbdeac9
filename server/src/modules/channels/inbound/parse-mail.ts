import type { ParsedMail, SimpleParserOptions } from 'mailparser'

// The library's types lack the option that leaves HTML unconverted.
type Options = SimpleParserOptions & { skipHtmlToText?: boolean }

const withoutHtml: Options = { skipHtmlToText: true, skipImageLinks: true, skipTextToHtml: true }
/** Far below the parser's own limit, at which it fails. */
const maxHeaderBytes = 256 * 1024

/** Parses only the first headers, of any input: without a body, little can fail. */
export function parseHeaders(raw: Buffer): Promise<ParsedMail> {
  const start = raw.subarray(0, maxHeaderBytes).toString('latin1')
  const [headers = ''] = start.split(/\r?\n\r?\n/, 1)
  // Whole lines only: half a header would have another meaning.
  const whole = headers.length < start.length || raw.length <= maxHeaderBytes ? headers : start.slice(0, start.lastIndexOf('\n') + 1)
  return parse(Buffer.from(`${whole.trimEnd()}\r\n\r\n`, 'latin1'))
}

async function parse(raw: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser')
  return asTyped(await simpleParser(raw, withoutHtml))
}

const isText = (value: unknown) => typeof value === 'string'

/** Matches the declared types: for missing, empty or invalid headers, the parser returns other values. */
function asTyped(mail: ParsedMail): ParsedMail {
  const headerLines = (mail.headerLines as ParsedMail['headerLines'] | undefined) ?? []
  const references = [mail.references as unknown].flat(2).filter(isText)
  return { ...mail, headerLines, references }
}
