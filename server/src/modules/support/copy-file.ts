import { attachmentLimits } from '@imperium/contract/messages.ts'
import type { Attachment } from '@imperium/contract/messages.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'

const unusedHours = 24

interface FileOf {
  orgId: string
  fileId: string
}

/**
 * Copies a file to another organization, for a day until a message keeps it.
 * @returns null where that organization has no room for it: the message arrives without.
 */
export async function copyFile(platform: Platform, from: FileOf, toOrg: string, { name, type }: Attachment): Promise<string | null> {
  const { files, clock, log } = platform
  try {
    const stored = await files.write(toOrg, {
      name,
      contentType: type,
      source: files.read(from.orgId, from.fileId),
      maxBytes: attachmentLimits.bytes,
      expiresAt: new Date(clock.now().getTime() + unusedHours * 3_600_000),
    })
    return stored.id
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error, fileId: from.fileId }, 'a file of a support ticket was not copied')
    return null
  }
}
