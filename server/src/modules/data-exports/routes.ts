import { dataExports } from '@imperium/contract/data-exports/data-exports.ts'
import type { HeldKind } from '@imperium/contract/data-exports/data-exports.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { readRetention } from '../activity/index.ts'
import { beginExport } from './build-export.ts'
import { countHeld, deleteExport, findExport, listExports, toDataExport } from './store.ts'

/** What the retention of the organization deletes by itself: runs by the days of runs, messages by the days of history. */
const ageing: Partial<Record<HeldKind, 'days' | 'historyDays'>> = { runs: 'days', workflowRuns: 'days', messages: 'historyDays' }

export const dataExportOperations = (platform: Platform) =>
  bindOperations(dataExports, {
    held: async (_input, { tx }) => {
      const retention = await readRetention(tx)
      const keptDays = (kind: HeldKind) => {
        const by = ageing[kind]
        return by ? retention[by] : null
      }
      const kinds = await countHeld(tx)
      return {
        kinds: kinds.map(({ kind, count, bytes, oldest }) => ({
          kind,
          count,
          bytes,
          oldestAt: oldest?.toISOString() ?? null,
          keptDays: keptDays(kind),
        })),
      }
    },
    list: async (_input, { tx }) => (await listExports(tx)).map(toDataExport),
    create: (_input, context) => beginExport(platform, context),
    download: async ({ params }, { tx, org, audit }) => {
      const row = found(await findExport(tx, params.id))
      const file = row.file_id === null ? null : await platform.files.find(tx, row.file_id)
      if (!file) throw notFound('The file of this export was deleted.')
      audit({ targetId: row.id, targetName: file.name })
      return { content: platform.files.read(org.id, file.id), fileName: file.name }
    },
    remove: async ({ params }, { tx, audit }) => {
      const row = found(await deleteExport(tx, params.id))
      if (row.file_id !== null && (await platform.files.find(tx, row.file_id))) await platform.files.remove(tx, row.file_id)
      audit({ targetId: row.id })
      return null
    },
  })
