import { attachmentLimits } from '@imperium/contract/messages.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { InboundData } from './inbound-store.ts'

export interface MailAttachment {
  name: string
  contentType: string
  content: Buffer
}

const mostFiles = attachmentLimits.receivedCount
const maxBytes = 10 * 1024 * 1024

/** Stores the files of a reply. If the plan's storage is used up, the reply is stored without them. */
export async function storeAttachments(
  platform: Platform,
  orgId: string,
  attachments: readonly MailAttachment[],
): Promise<NonNullable<InboundData['attachments']>> {
  const kept: NonNullable<InboundData['attachments']> = []
  for (const { name, contentType, content } of attachments.slice(0, mostFiles)) {
    try {
      const source = (async function* () {
        yield content
      })()
      const file = await platform.files.write(orgId, { name, contentType, source, maxBytes, expiresAt: null })
      kept.push({ fileId: file.id, name, contentType, sizeBytes: file.sizeBytes })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      platform.log.warn({ err: error, orgId }, 'an attachment of a reply was not kept')
    }
  }
  return kept
}
