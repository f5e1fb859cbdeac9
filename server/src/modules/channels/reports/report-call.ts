import type { ReportRefusal } from '@imperium/contract/channels/delivery-reports.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MailEvent } from './mail-event.ts'

/** What proves the calls of the chosen provider; each has its own of these. */
export interface ReportSecret {
  /** SendGrid: its public key, base64 of the DER. */
  verificationKey?: string | undefined
  /** Mailgun. */
  signingKey?: string | undefined
  /** Postmark: of its basic authentication. */
  password?: string | undefined
  /** Amazon SES: the only topic that messages are accepted from. */
  topicArn?: string | undefined
}

/** A provider's call as received. */
export interface ReportCall {
  body: Buffer
  header: (name: string) => string | undefined
  secret: ReportSecret
  now: Date
}

/** The result of a call: refused, or accepted with its events. */
export type CallResult =
  | { refusal: ReportRefusal }
  | {
      events: MailEvent[]
      /** For a signature that does not cover the body: the token is valid with this body only. */
      oneTimeWord?: string
    }

/** Authenticates and parses a call of one provider. @throws network errors, if the proof needs the network. */
export type ReceiveCall = (call: ReportCall, platform: Pick<Platform, 'httpOut' | 'clock'>) => Promise<CallResult> | CallResult

/** The body as JSON; null if it is not JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** How long providers retry; an older call is not a first attempt. */
export const firstTries = { pastSeconds: 26 * 3_600, aheadSeconds: 600 }
