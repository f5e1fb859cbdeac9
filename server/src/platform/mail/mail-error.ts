import { englishOf, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'

interface MailErrorOptions {
  /** This message will never be accepted: its address or content is rejected. */
  permanent?: boolean
  /** The server may have accepted the message without a response. A retry must use the same Message-ID. */
  unknownOutcome?: boolean
  /** The server's own response, or the connection error. */
  response?: string | undefined
  publicMessage: Text
}

/** A message that was not surely handed over. Exactly one of `permanent` and `retryable` is true. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly permanent: boolean
  readonly retryable: boolean
  readonly unknownOutcome: boolean
  readonly response: string
  /** May be shown: holds the mail server's own text, never a password. */
  readonly text: Text
  /** Its English. */
  readonly publicMessage: string

  constructor({ permanent = false, unknownOutcome = false, response = '', publicMessage }: MailErrorOptions) {
    const english = englishOf(publicMessage)
    super(response ? `${english} ${response}` : english)
    this.permanent = permanent
    this.retryable = !permanent
    this.unknownOutcome = unknownOutcome
    this.response = response
    this.text = publicMessage
    this.publicMessage = english
  }
}

const field = (error: unknown, name: string): unknown =>
  error instanceof Error ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined

/**
 * Maps an error of nodemailer to a `MailError`. `dataStarted`: the server had begun to receive the content, so that a lost
 * connection leaves an unknown outcome.
 */
export const toMailError = (error: unknown, dataStarted: boolean): MailError => {
  if (error instanceof MailError) return error
  const code = String(field(error, 'code') ?? '')
  const status = Number(field(error, 'responseCode') ?? 0)
  const answered = field(error, 'response')
  const response = typeof answered === 'string' ? answered.replace(/\s+/g, ' ').slice(0, 300) : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return new MailError({ response, publicMessage: 'The mail server refused our sign-in. The operator must check SMTP_URL.' })
  }
  if (status >= 500)
    return new MailError({
      permanent: true,
      response,
      publicMessage: message('The mail server refused the message: {response}', { response }),
    })
  if (status >= 400)
    return new MailError({ response, publicMessage: message('The mail server deferred the message: {response}', { response }) })
  if (dataStarted) {
    const publicMessage = 'The mail server disconnected during delivery. The message may have been delivered.'
    return new MailError({ unknownOutcome: true, response: code, publicMessage })
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return new MailError({ permanent: true, response: code, publicMessage: 'The message cannot be sent to this address.' })
  }
  return new MailError({ response: code || String(error), publicMessage: 'The mail server could not be reached.' })
}
