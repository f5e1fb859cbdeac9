/** One reply of a mail server, its lines joined. */
export interface SmtpReply {
  code: number
  /** Enhanced status (RFC 3463), such as `5.1.1`; null without one that fits its code. */
  enhanced: string | null
  /** Without code and enhanced status, lines joined by `\n`. */
  text: string
  /** Code, status and text on one line of at most 300 characters, as it may be stored and shown. */
  summary: string
}

/** The server's data is not SMTP; all data after it is unreadable. */
export class SmtpProtocolError extends Error {
  override readonly name = 'SmtpProtocolError'
}

const MAX_LINE = 8_192
const MAX_LINES = 200

const toReply = (code: number, lines: readonly string[]): SmtpReply => {
  const [, found = null] = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(lines.at(-1) ?? '') ?? []
  const enhanced = found?.startsWith(String(code)[0] ?? '') ? found : null
  const text = enhanced
    ? lines.map((line) => (line.startsWith(enhanced) ? line.slice(enhanced.length).trim() : line)).join('\n')
    : lines.join('\n')
  const message = [code, enhanced, text]
    .filter((part) => part !== null && part !== '')
    .join(' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
  return { code, enhanced, text, summary: message }
}

/** Cuts a stream of bytes into replies (RFC 5321, 4.2), however the pieces fall. `push` throws `SmtpProtocolError`. */
export const createReplyReader = () => {
  let rest = ''
  let lines: string[] = []
  let openCode: number | null = null

  const readLine = (line: string): SmtpReply | null => {
    const [, digits, mark, text = ''] = /^([2-5]\d\d)(?:([ -])(.*))?$/s.exec(line) ?? []
    if (digits === undefined) throw new SmtpProtocolError(`not a reply: ${JSON.stringify(line.slice(0, 80))}`)
    const code = Number(digits)
    if (openCode !== null && openCode !== code)
      throw new SmtpProtocolError(`the lines of a reply differ in their code: ${openCode}, ${code}`)
    lines.push(/[\u0080-\u00ff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text)
    if (lines.length > MAX_LINES) throw new SmtpProtocolError('a reply of too many lines')
    openCode = mark === '-' ? code : null
    if (openCode !== null) return null
    const reply = toReply(code, lines)
    lines = []
    return reply
  }

  return {
    push(bytes: Buffer): SmtpReply[] {
      const replies: SmtpReply[] = []
      rest += bytes.toString('latin1')
      let start = 0
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', start)) {
        const reply = readLine(rest.slice(start, rest[end - 1] === '\r' && end > start ? end - 1 : end))
        if (reply) replies.push(reply)
        start = end + 1
      }
      rest = rest.slice(start)
      if (rest.length > MAX_LINE) throw new SmtpProtocolError('a reply line that does not end')
      return replies
    },
    /** Whether no part of a further reply has arrived. */
    isEmpty: (): boolean => rest === '' && openCode === null,
  }
}

export type ReplyReader = ReturnType<typeof createReplyReader>
