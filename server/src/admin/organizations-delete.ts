import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { deletionGraceDays } from '@imperium/contract/organizations.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import { accessChanged } from '../platform/auth/access-signals.ts'
import { signal } from '../platform/events/live.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'

export const organizationsDelete: Command = {
  name: 'organizations delete',
  usage: '<slug> --confirm <slug>',
  summary: [
    `Deletes an organization as its owner can: read-only at once, erased after ${deletionGraceDays} days. Until then its owner can take it back in the settings.`,
    'A repeated call does not put it off.',
  ].join('\n'),
  options: { confirm: { type: 'string' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const slug = operands[0] ?? ''
    if (flags['confirm'] !== slug)
      throw new StartError(`Repeat its name to be sure: organizations delete ${slug} --confirm ${slug}`, { exitCode: 2 })
    const deletesAt = await withDatabase(config, (db) =>
      db.withSystem(async (tx) => {
        const { rows } = await sql<{ id: string; name: string; before: Date | null; after: Date }>`
          with found as (select id, name, deletes_at from auth.organizations where slug = ${slug} for update)
          update auth.organizations o
          set deletes_at = coalesce(found.deletes_at, now() + ${deletionGraceDays} * interval '1 day'), updated_at = clock_timestamp()
          from found where o.id = found.id
          returning o.id, o.name, found.deletes_at as before, o.deletes_at as after`.execute(tx)
        const [row] = rows
        if (!row) throw new StartError(`There is no organization "${slug}". All of them: npm run admin -- organizations list`)
        const { rows: members } = await sql<{ user_id: string }>`select user_id from auth.memberships where org_id = ${row.id}`.execute(tx)
        for (const { user_id } of members) await signal(tx, accessChanged({ userId: user_id }))
        const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
        const target = { kind: 'organizations', id: row.id, name: row.name }
        const [before, after] = [{ deletesAt: row.before?.toISOString() ?? null }, { deletesAt: row.after.toISOString() }]
        await recordAudit(tx, row.id, { actor, action: 'organizations.requestDeletion', target, before, after })
        return row.after
      }),
    )
    print(`${slug} is read-only now and is erased after ${deletesAt.toISOString()}.`)
  },
}
