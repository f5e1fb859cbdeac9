import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { findOwnSending } from '../channels/index.ts'
import type { PostToContact } from '../consents/index.ts'
import { deliverJob } from './deliver-message.ts'
import type { DeliverJob } from './deliver-message.ts'
import { sealContext } from './message-token.ts'
import { insertConversation, insertMessage } from './store.ts'

/**
 * An email of the product to a contact, sent with the organization's default email account and default sender, and signed.
 * It is a normal message: retried, reported on, and shown with the contact.
 */
export const queueContactEmail =
  (platform: Platform): PostToContact =>
  async (tx, { contactId, address, emailMessage, shown }) => {
    const own = await findOwnSending(platform, tx)
    if (!own) return false
    const [conversationId, id] = [newId(), newId()]
    const [accountId, senderId] = [own.account.id, own.sender.id]
    const { subject, text, html } = emailMessage
    await insertConversation(tx, {
      id: conversationId,
      kind: 'contact',
      subject: subject.slice(0, 300),
      priority: 'normal',
      channel: 'email',
      contactId,
      accountId,
      senderId,
    })
    const sealed = platform.keyRing.encrypt(JSON.stringify({ subject, text, html }), sealContext(id))
    await insertMessage(tx, {
      id,
      conversationId,
      direction: 'outbound',
      senderUser: null,
      senderName: own.sender.name,
      address,
      body: shown,
      status: 'queued',
      externalId: null,
      inReplyTo: null,
      delivery: { system: { purpose: null, senderId, accountId, html: '', template: null, tellsEnd: false, sealed } },
      at: platform.clock.now(),
    })
    await platform.jobs.send<DeliverJob>(tx, deliverJob, { orgId: tx.orgId, messageId: id })
    return true
  }
