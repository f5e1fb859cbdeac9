import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { dataExportDays } from '@imperium/contract/data-exports/data-exports.ts'
import type { DataExport } from '@imperium/contract/data-exports/data-exports.ts'
import { englishOf, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { contextOf, principalOf } from '../../platform/operations/work-as.ts'
import type { Principal } from '../../platform/operations/work-as.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { fileNameOf } from '../../platform/text/sorted-json.ts'
import { bundleTextOf } from '../bundles/index.ts'
import { writeArchive } from './archive.ts'
import { deleteOldExports, endExport, findExport, insertExport, listExports, toDataExport } from './store.ts'
import { writeExport } from './write-export.ts'
import type { Counts } from './write-export.ts'

const jobName = 'data-exports.build'
const dayMs = 86_400_000
const mostBytes = 20 * 1024 * 1024 * 1024

interface ExportJob {
  orgId: string
  exportId: string
  principal: Principal
}

/** Begins an export, which a job writes. @throws 409 while another one is being written */
export async function beginExport(platform: Platform, context: OrgContext): Promise<DataExport> {
  const { tx, actor, audit } = context
  await lockNoun(tx, 'data-exports')
  const now = platform.clock.now()
  for (const fileId of await deleteOldExports(tx, now)) await platform.files.remove(tx, fileId)
  if ((await listExports(tx)).some(({ state }) => state === 'running')) throw conflict('An export is being written already.')
  const row = await insertExport(tx, { id: newId(), requestedBy: actor.name, now })
  await platform.jobs.send<ExportJob>(tx, jobName, { orgId: tx.orgId, exportId: row.id, principal: principalOf(context) })
  audit({ targetId: row.id, targetName: context.org.name })
  return toDataExport(row)
}

/** Writes the archive. A repeat after a crash writes it anew. */
export const buildExportJob = (platform: Platform): JobDefinition<ExportJob> => ({
  name: jobName,
  lane: 'bulk',
  run: async ({ orgId, exportId, principal }, { signal }) => {
    const { db, files, clock } = platform
    const row = await db.withOrg(orgId, (tx) => findExport(tx, exportId))
    if (row?.state !== 'running') return
    const counts: Counts = { rows: 0, files: 0 }
    const end = (change: Parameters<typeof endExport>[2]) => db.withOrg(orgId, (tx) => endExport(tx, exportId, change))
    try {
      const code = await bundleTextOf(platform, contextOf(platform, principal, signal))
      const expiresAt = new Date(clock.now().getTime() + dataExportDays * dayMs)
      const archive = Readable.from(writeArchive(writeExport(platform, orgId, code, counts), clock.now()), { signal })
      const name = `${fileNameOf(principal.org.slug)}-${row.created_at.toISOString().slice(0, 10)}.tar.gz`
      const source = archive.pipe(createGzip())
      archive.on('error', (error) => source.destroy(error))
      const file = await files.write(orgId, { name, contentType: 'application/gzip', source, maxBytes: mostBytes, expiresAt })
      const isOurs = await end({
        state: 'done',
        finished_at: clock.now(),
        file_id: file.id,
        size_bytes: file.sizeBytes,
        row_count: counts.rows,
        file_count: counts.files,
        expires_at: expiresAt,
      })
      if (!isOurs) await db.withOrg(orgId, (tx) => files.remove(tx, file.id))
    } catch (error) {
      if (signal.aborted) throw error
      // A full storage, for example, is said; anything else is a fault of ours.
      const isRefusal = error instanceof AppError && error.status < 500
      if (!isRefusal) platform.log.error({ err: error }, 'an export of everything stopped in the middle')
      const reason: Text = isRefusal ? error.text : 'An unexpected error stopped it.'
      await end({ state: 'failed', finished_at: clock.now(), message: englishOf(reason), message_key: storedKey(reason) })
    }
  },
})
