import type { OrgTx } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ReportTaker } from '../../campaigns/index.ts'
import type { InboundItem } from '../../channels/index.ts'
import { endReported } from '../deliver-message.ts'
import { decodeMessage } from '../message-token.ts'
import { emitUndelivered } from '../emit-undelivered.ts'
import { findReported, setReported } from './reports-store.ts'
import type { Reported, ReportedStatus } from './reports-store.ts'

/** The status that a report gives to a sent message; null if there is nothing to show. */
function readReport({ kind, data }: InboundItem): ReportedStatus | null {
  const texts = [data.statusCode, data.diagnostic].filter(Boolean).join(' ')
  // A complaint proves that it was delivered and read.
  if (kind === 'complaint') return { status: 'delivered', detail: 'The recipient reported this message as spam.' }
  if (kind === 'bounce') return { status: 'bounced', detail: texts }
  if (kind !== 'status') return null
  if (data.status === 'bounced' || data.status === 'failed') return { status: 'bounced', detail: texts }
  if (data.status === 'delivered' || data.status === 'opened' || data.status === 'clicked') return { status: 'delivered', detail: '' }
  return null
}

/** `<org>/message/<id>`, as deliveries are named. */
function readIdentity(orgId: string, identity: string | undefined): string | null {
  const [org, kind, id = '', ...rest] = identity?.split('/') ?? []
  return org === orgId && kind === 'message' && isId(id) && rest.length === 0 ? id : null
}

async function findNamed(platform: Platform, tx: OrgTx, { channel, data }: InboundItem): Promise<Reported | null> {
  const id = readIdentity(tx.orgId, data.identity) ?? (data.verpToken ? decodeMessage(platform, data.verpToken) : null)
  if (id) return findReported(tx, { id })
  const externalIds = [...(data.providerId ? [data.providerId] : []), ...(data.messageIds ?? [])]
  return externalIds.length > 0 ? findReported(tx, { channel, externalIds }) : null
}

/** The result of the attempt is not known: it is in flight, or lost in a crash or by a silent provider. */
const isOpen = ({ status }: Reported): boolean => status === 'queued' || status === 'sending' || status === 'held'

/** A report on an earlier copy does not apply to the later one: both have our name, but each has its own provider id. */
const isOfEarlierCopy = ({ externalId }: Reported, { data: { providerId, identity } }: InboundItem): boolean =>
  Boolean(externalId && providerId) && externalId !== providerId && externalId !== identity

/**
 * Applies a later report of a mail server or provider to a single message, shows it in the conversation, and returns its contact and
 * address.
 */
export const recordReport =
  (platform: Platform): ReportTaker =>
  async (tx, item) => {
    const message = await findNamed(platform, tx, item)
    if (!message) return null
    const subject = { contactId: message.contactId, address: message.address }
    const outcome = readReport(item)
    if (outcome?.status === 'bounced' && isOfEarlierCopy(message, item)) return subject
    if (outcome && (await setReported(tx, message.id, { ...outcome, providerId: item.data.providerId }))) {
      if (isOpen(message)) await endReported(platform, tx, { ...message, ...outcome })
      if (outcome.status === 'bounced') await emitUndelivered(platform, tx, message, outcome.detail)
    }
    return subject
  }
