import type { OrgTx } from '../../../platform/db/database.ts'
import type { SandboxEvent } from '../../../platform/delivery/sandbox-store.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { InboundKind } from '../inbound/inbound-store.ts'
import { receiveInbound } from '../inbound/receive-inbound.ts'

const kinds: Record<SandboxEvent['kind'], InboundKind> = { bounce: 'bounce', complaint: 'complaint', reply: 'message' }

/** A simulated response of a sandbox recipient is stored as if a provider had reported it. */
export async function receiveSandboxEvent(platform: Pick<Platform, 'events'>, tx: OrgTx, event: SandboxEvent): Promise<void> {
  const { kind, channel, identity, messageId, recipient, subject, text, externalId } = event
  const isReply = kind === 'reply'
  const code = /^(\d{3}) (\d\.\d+\.\d+)|^(?:HTTP )?(\d+)/.exec(text)
  await receiveInbound(platform, tx, {
    accountId: null,
    channel,
    kind: kinds[kind],
    externalId,
    sender: recipient,
    recipient: 'sandbox',
    subject: isReply && subject ? `Re: ${subject}` : '',
    text,
    data: {
      ...(identity ? { identity } : {}),
      ...(messageId ? { messageIds: [messageId] } : {}),
      originalRecipient: recipient,
      ...(isReply ? { replyText: text } : { diagnostic: text }),
      ...(kind === 'bounce' ? { isPermanent: true, statusCode: code?.[2] ?? code?.[3] ?? '5.0.0' } : {}),
    },
  })
}
