import { userInfo } from 'node:os'
import { recordAudit } from '../platform/audit/audit.ts'
import type { Database } from '../platform/db/database.ts'
import { openInstallationFile } from '../platform/installation/installation-file.ts'
import { readDatabaseId, readLead, takeLead, writeHold } from '../platform/installation/installation-store.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'

export const resume: Command = {
  name: 'resume',
  usage: '',
  summary: [
    'Says that this restored copy is the real one: what was held goes out, on running servers within seconds.',
    'Stop the other one first.',
  ].join('\n'),
  operands: 0,
  run: async ({ config, print }) => {
    const id = config.installationId ?? openInstallationFile(config.dataDir).id
    const before = await withDatabase(config, async (db) => {
      const lead = await db.withSystem(async (tx) => {
        const row = await readLead(tx, { forUpdate: true })
        if (row.hold) await takeLead(tx, id, await readDatabaseId(tx), true)
        return row
      })
      if (lead.hold) await note(db, 'installation.resume')
      return lead
    })
    print(before.hold ? 'Resumed: this copy is the real one, and what was held goes out.' : 'Nothing is held here.')
  },
}

export const hold: Command = {
  name: 'hold',
  usage: '',
  summary:
    'Holds everything that goes out, as in a restored copy, until "resume": before a copy of the whole machine is started, or in need.',
  operands: 0,
  run: async ({ config, print }) => {
    await withDatabase(config, async (db) => {
      await db.withSystem((tx) => writeHold(tx, 'The operator asked for it.'))
      await note(db, 'installation.hold')
    })
    print('Held: nothing goes out any more, on running servers within seconds. On again: npm run admin -- resume')
  },
}

const note = (db: Database, action: 'installation.hold' | 'installation.resume') =>
  db.withAuth((tx) =>
    recordAudit(tx, null, {
      actor: { kind: 'operator', id: userInfo().username, name: 'Operator' },
      action,
      target: { kind: 'installation', id: undefined, name: 'Imperium' },
    }),
  )
