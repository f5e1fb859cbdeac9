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
export const copyFile = (platform: Platform, from: FileOf, toOrg: string, { name, type }: Attachment): Promise<string | null> =>
  storeFile(platform, toOrg, { name, type, source: platform.files.read(from.orgId, from.fileId) })

type Source = Parameters<Platform['files']['write']>[1]['source']

/** Stores a file of a ticket for a day. @returns null where the organization has no room for it. */
export async function storeFile(
  { files, clock, log }: Platform,
  orgId: string,
  { name, type, source }: { name: string; type: string; source: Source },
): Promise<string | null> {
  try {
    const expiresAt = new Date(clock.now().getTime() + unusedHours * 3_600_000)
    const stored = await files.write(orgId, { name, contentType: type, source, maxBytes: attachmentLimits.bytes, expiresAt })
    return stored.id
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error, name }, 'a file of a support ticket was not stored')
    return null
  }
}
