import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { fetchMedia, findAccount, storeAttachments } from '../channels/index.ts'
import type { RemoteMedia } from '../channels/index.ts'
import { addInboundAttachments } from './attachment-store.ts'

const fetchJob = 'messages.fetchMedia'
/** Within some hours: providers keep files for days. */
const retryLimit = 12

interface FetchJob {
  orgId: string
  messageId: string
  accountId: string
  /** The id of the row to create, so that a repeated job finds the row. */
  attachmentId: string
  media: RemoteMedia
}

/** Queues the files of a message that the provider keeps, one job each: the message does not wait for them, nor one for the other. */
export async function fetchLater(
  platform: Platform,
  tx: OrgTx,
  { media, ...of }: { messageId: string; accountId: string; media: readonly RemoteMedia[] },
): Promise<void> {
  for (const each of media)
    await platform.jobs.send<FetchJob>(tx, fetchJob, { orgId: tx.orgId, ...of, attachmentId: newId(), media: each }, { retryLimit })
}

const hasAttachment = async (tx: OrgTx, id: string): Promise<boolean> =>
  (await tx.selectFrom('message_attachments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Takes a file over from the provider. What cannot be had stays named in the message. */
export const fetchMediaJob = (platform: Platform): JobDefinition => ({
  name: fetchJob,
  lane: 'interactive',
  worksAtRest: 'the provider keeps the files of received messages for some days only',
  run: async (data) => {
    const { orgId, messageId, accountId, attachmentId, media } = data as FetchJob
    const account = await platform.db.withOrg(orgId, async (tx) =>
      (await hasAttachment(tx, attachmentId)) ? null : findAccount(tx, accountId),
    )
    const file = account && (await fetchMedia(platform, account, media))
    if (!file) return
    const { name, contentType, bytes } = file
    const kept = await storeAttachments(platform, orgId, [{ name, contentType, content: bytes }])
    await platform.db.withOrg(orgId, async (tx) => {
      const message = await tx.selectFrom('messages').select('id').where('id', '=', messageId).executeTakeFirst()
      // The message was erased while the file was in flight: the file is deleted too.
      if (!message) for (const each of kept) await platform.files.remove(tx, each.fileId)
      else
        await addInboundAttachments(
          tx,
          messageId,
          kept.map((each) => ({ ...each, id: attachmentId })),
        )
    })
  },
})
