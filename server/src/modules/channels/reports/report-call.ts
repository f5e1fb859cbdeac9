import type { ReportRefusal } from '@imperium/contract/channels/delivery-reports.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isStale } from '../../../platform/signed-http/signatures.ts'
import type { MailEvent } from './mail-event.ts'

/** What proves the calls of the chosen provider; each has its own of these. */
export interface ReportSecret {
  /** SendGrid: its public key, base64 of the DER. */
  verificationKey?: string | undefined
  /** Mailgun. */
  signingKey?: string | undefined
  /** Postmark: of its basic authentication. */
  password?: string | undefined
  /** Amazon SES: the only topic whose messages count. */
  topicArn?: string | undefined
}

/** A provider's call as it came. */
export interface ReportCall {
  body: Buffer
  header: (name: string) => string | undefined
  secret: ReportSecret
  now: Date
}

/** What was made of a call: refused, or taken with its events. */
export type TakenCall =
  | { refusal: ReportRefusal }
  | {
      events: MailEvent[]
      /** Not covered by a signature of the body: the word may come with this body only. */
      oneTimeWord?: string
    }

/** Proves and reads a call of one provider. @throws what the network does, where it is needed for the proof. */
export type TakeCall = (call: ReportCall, platform: Pick<Platform, 'httpOut' | 'clock'>) => Promise<TakenCall> | TakenCall

/** JSON of the body; null where it is none. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** So long providers try again; what is older is nobody's first try. */
const firstTries = { pastSeconds: 26 * 3_600, aheadSeconds: 600 }

/** Whether a signed moment (Unix seconds as text) is no first try any more, or not yet. */
export const isLateTry = (timestamp: string, now: Date): boolean => isStale(timestamp, now, firstTries)
