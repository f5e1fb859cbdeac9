import { isAddressFault } from '../hooks/address-fault.ts'
import type { InboundData, InboundKind, NewInboundItem } from '../inbound/inbound-store.ts'
import { verpTokenOf } from '../senders/verp-token.ts'

/** A provider's report about one message to one recipient, independent of its format. */
export interface MailEvent {
  /** A repeat of the same event has the same id. */
  id: string
  type: 'delivered' | 'delayed' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'unsubscribed' | 'failed'
  recipient: string
  /** Our Message-IDs with their angle brackets, or the provider's replacement. */
  messageIds?: readonly string[] | undefined
  /** The envelope sender that we gave. */
  returnPath?: string | undefined
  /** What we had the provider carry for us (`reportHeaders`). */
  token?: string | undefined
  at?: Date | undefined
  /** The provider's own classification; the status codes take precedence. */
  permanent?: boolean | undefined
  /** RFC 3463. */
  statusCode?: string | undefined
  diagnostic?: string | undefined
  /** The provider did not send: the recipient opted out at the provider. */
  isOptOut?: boolean | undefined
}

const kinds: Partial<Record<MailEvent['type'], InboundKind>> = { bounced: 'bounce', complained: 'complaint' }

/** Status codes take precedence over the provider's "permanent": a policy refusal is permanent too, but the address is not at fault. */
function isForGood({ permanent, statusCode, diagnostic = '' }: MailEvent): boolean {
  if (permanent === false) return false
  const isTelling = /^5\.(?!0\.0$)/.test(statusCode ?? '') || /\b5(\d\d|\.\d+\.\d+)\b/.test(diagnostic)
  return isTelling ? isAddressFault(statusCode, diagnostic) : (permanent ?? false)
}

/** Converts reports of email providers to items. `source`: the namespace of their ids. */
export function toInboundItem(event: MailEvent, accountId: string, source: string): NewInboundItem {
  const { id, type, returnPath, at, statusCode } = event
  const recipient = event.recipient.toLowerCase()
  const messageIds = event.messageIds?.filter(Boolean) ?? []
  const verpToken = event.token?.toLowerCase() || (returnPath ? verpTokenOf(returnPath) : null)
  const diagnostic = event.diagnostic?.slice(0, 2_000)
  const data: InboundData = {
    originalRecipient: recipient,
    ...(type === 'complained' ? {} : { status: type }),
    ...(messageIds.length > 0 ? { messageIds } : {}),
    ...(verpToken ? { verpToken } : {}),
    ...(statusCode ? { statusCode } : {}),
    ...(diagnostic ? { diagnostic } : {}),
    ...(type === 'bounced' ? { isPermanent: isForGood(event) } : {}),
    ...(event.isOptOut ? { isOptOut: true } : {}),
  }
  return {
    accountId,
    channel: 'email',
    kind: kinds[type] ?? 'status',
    externalId: `${source}:${id}`,
    sender: recipient,
    recipient: returnPath ?? '',
    subject: '',
    text: '',
    data,
    at,
  }
}

/** `5.1.1` out of a mail server's reply. */
export const enhancedCodeIn = (texts: string): string | undefined => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(texts)?.[0]

/** Unix seconds, or a date as text; undefined for anything else. */
export function momentOf(value: string | number | undefined): Date | undefined {
  if (value === undefined || value === '') return undefined
  const at = typeof value === 'number' ? new Date(value * 1_000) : new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at
}
