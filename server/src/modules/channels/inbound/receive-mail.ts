import { markOf } from '@imperium/contract/channels/content-marks.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'
import type { NewInboundItem } from './inbound-store.ts'
import type { MailboxSettings } from './inbound-mailbox.ts'
import { findMailbox } from './mailbox-store.ts'
import { readMailSafely } from './read-mail-safely.ts'
import { receiveInbound } from './receive-inbound.ts'
import { describeMedia } from './remote-media.ts'
import { storeAttachments } from './store-attachments.ts'
import type { MailAttachment } from './store-attachments.ts'

/** Processes one raw email: a bounce, a complaint or a reply. False if it was processed before. */
export async function receiveMail(platform: Platform, account: Pick<ChannelAccount, 'id' | 'orgId'>, raw: Buffer): Promise<boolean> {
  const mailbox = await platform.db.withOrg(account.orgId, (tx) => findMailbox(tx, account.id))
  const { authservId = '' } = (mailbox?.inbound ?? {}) as Partial<MailboxSettings>
  const { item, attachments } = await readMailSafely(raw, account.id, authservId)
  const files = item.kind === 'message' ? await storeAttachments(platform, account.orgId, attachments) : []
  const text =
    item.kind === 'message' ? [markOfOthers(item), item.text, ...marksOfUnkept(attachments, files)].filter(Boolean).join('\n\n') : item.text
  const data = files.length ? { ...item.data, attachments: files } : item.data
  const isNew = await platform.db.withOrg(account.orgId, (tx) => receiveInbound(platform, tx, { ...item, text, data }))
  if (!isNew && files.length)
    await platform.db.withOrg(account.orgId, (tx) => Promise.all(files.map(({ fileId }) => platform.files.remove(tx, fileId))))
  return isNew
}

/** Names the addresses that an answer does not reach, above the text: below it, what is quoted would not be the end of the email. */
const markOfOthers = ({ data }: NewInboundItem): string => (data.otherReplyTo ? markOf('otherReplyTo', data.otherReplyTo.join(', ')) : '')

/** Names the files that are too large or too many, as the text names those of WhatsApp that cannot be had. */
function marksOfUnkept(attachments: readonly MailAttachment[], kept: readonly { name: string; sizeBytes: number }[]): string[] {
  let next = 0
  return attachments.flatMap(({ name, content }) => {
    const file = kept[next]
    if (file?.name !== name || file.sizeBytes !== content.length) return describeMedia({ kind: 'document', name })
    next += 1
    return []
  })
}
