import type { z } from 'zod'
import type { SentMessage } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { RecipientStatus } from '@imperium/contract/campaigns/campaigns.ts'
import { createBreather } from '../../../platform/breathe.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { loadRecipients } from '../../contacts/index.ts'
import { compileMessages } from '../messages/campaign-messages.ts'
import { draftsOf } from '../drafts/drafts-store.ts'
import { previewLinks } from '../messages/preview-links.ts'
import { withSegments } from '../messages/render-designs.ts'
import type { RenderedMessage } from '../messages/render-message.ts'
import { findCampaign, findVersion } from '../store.ts'
import { findSend, lastSent } from './recipients-store.ts'

const shown = 20

export const plainOf = (message: RenderedMessage): { subject: string; text: string } => {
  if (message.channel === 'email') return { subject: message.subject, text: message.text }
  if (message.channel === 'webhook') return { subject: '', text: message.body }
  if (message.channel === 'sms') return { subject: '', text: message.text }
  return { subject: '', text: message.shown || message.variables.join('\n') }
}

/** The last messages of the newest send, as its version renders them for each contact, or as the agent wrote them. @throws 404. */
export async function listMessages(platform: Platform, tx: OrgTx, campaignId: string): Promise<z.infer<typeof SentMessage>[]> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const send = await findSend(tx, campaignId)
  const definition = send ? await findVersion(tx, campaignId, send.version) : null
  if (!send || !definition) return []
  const rows = await lastSent(tx, send.id, shown)
  const ids = rows.map((row) => row.contact_id)
  const [contacts, drafts, { messages }] = await Promise.all([
    loadRecipients(tx, ids).then((found) => withSegments(tx, definition, found)),
    draftsOf(tx, send.id, ids),
    compileMessages(tx, { ...campaign, definition }),
  ])
  // Shows the target of a link instead of its short code: the target is more informative.
  const links = { ...previewLinks(platform, tx.orgId), shortUrl: null }
  const breathe = createBreather()
  const found: z.infer<typeof SentMessage>[] = []
  for (const row of rows) {
    const contact = contacts.get(row.contact_id)
    if (!contact || !row.sent_at) continue
    const draft = drafts.get(row.contact_id)
    const rendering = (messages[row.variant] ?? messages[0])?.render(contact, links, draft)
    const { subject, text } = rendering?.ok ? plainOf(rendering.message) : { subject: '', text: '' }
    found.push({
      contactId: contact.id,
      name: contact.name,
      address: row.address,
      status: row.status as RecipientStatus,
      sentAt: row.sent_at.toISOString(),
      subject,
      text,
    })
    await breathe()
  }
  return found
}
