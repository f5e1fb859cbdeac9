import { userInfo } from 'node:os'
import { recordAudit } from '../platform/audit/audit.ts'
import type { SystemTx } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Call, Command } from './command.ts'
import { withDatabase } from './open-database.ts'

const pending = (tx: SystemTx) =>
  tx.selectFrom('templates').selectAll().where('visibility', '=', 'community').where('review', '=', 'pending').orderBy('created_at')

/** The decision stands in the record of the organization whose template it is. */
async function decide({ config, operands, flags, print }: Call, review: 'approved' | 'rejected'): Promise<void> {
  const id = operands[0] ?? ''
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new StartError(`"${id}" is not the id of a template.`, { exitCode: 2 })
  const name = await withDatabase(config, (db) =>
    db.withSystem(async (tx) => {
      const row = await pending(tx).where('id', '=', id).forUpdate().executeTakeFirst()
      if (!row) return null
      const note = String(flags['note'] ?? '').slice(0, 500)
      await tx.updateTable('templates').set({ review, review_note: note }).where('id', '=', id).execute()
      if (review === 'approved') {
        const { category, description, tags, content, author, created_at } = row
        await tx
          .insertInto('community_templates')
          .values({ id, category, name: row.name, description, tags, content: JSON.stringify(content), author, created_at })
          .execute()
      }
      const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
      const target = { kind: 'template', id, name: row.name }
      await recordAudit(tx, row.org_id, { actor, action: `templates.${review}`, target, after: note ? { review, note } : { review } })
      return row.name
    }),
  )
  if (name === null) throw new StartError('No template with this id waits for a review.', { exitCode: 1 })
  print(review === 'approved' ? `"${name}" is open to every organization.` : `"${name}" stays with its organization.`)
}

export const templatesList: Command = {
  name: 'templates list',
  usage: '[--json]',
  summary: 'Lists the templates that wait to be opened to every organization, with their content (--json).',
  options: { json: { type: 'boolean' } },
  operands: 0,
  run: async ({ config, flags, print }) => {
    const rows = await withDatabase(config, (db) => db.withSystem((tx) => pending(tx).execute()))
    if (flags['json']) return print(JSON.stringify(rows, null, 2))
    for (const { id, category, name, author } of rows) print(`${id}  ${category.padEnd(8)}  ${name}  (${author})`)
    if (rows.length === 0) print('No template waits for a review.')
  },
}

export const templatesApprove: Command = {
  name: 'templates approve',
  usage: '<id> [--note TEXT]',
  summary: 'Opens a template to every organization of this installation.',
  options: { note: { type: 'string' } },
  operands: 1,
  run: (call) => decide(call, 'approved'),
}

export const templatesReject: Command = {
  name: 'templates reject',
  usage: '<id> [--note TEXT]',
  summary: 'Keeps a template with the organization that made it.',
  options: { note: { type: 'string' } },
  operands: 1,
  run: (call) => decide(call, 'rejected'),
}
