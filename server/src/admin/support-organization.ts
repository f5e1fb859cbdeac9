import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit.ts'
import type { SystemTx } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'

interface Named {
  id: string
  slug: string
  name: string
}

async function findNamed(tx: SystemTx): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    select o.id, o.slug, o.name from app.operator_organization d join auth.organizations o on o.id = d.organization`.execute(tx)
  return rows[0]
}

async function record(tx: SystemTx, { id, name }: Named, isNamed: boolean): Promise<void> {
  const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
  await recordAudit(tx, id, { actor, action: 'support.organization', target: { kind: 'organizations', id, name }, after: { isNamed } })
}

async function nameDesk(tx: SystemTx, slug: string): Promise<string> {
  const { rows } = await sql<Named>`select id, slug, name from auth.organizations where slug = ${slug}`.execute(tx)
  const desk = rows[0]
  if (!desk) throw new StartError(`There is no organization "${slug}". All of them: npm run admin -- organizations list`)
  await tx.deleteFrom('operator_organization').execute()
  await tx.insertInto('operator_organization').values({ organization: desk.id }).execute()
  await record(tx, desk, true)
  return `${desk.name} (${slug}) answers support tickets now. Open tickets without a desk reach it within a minute; others stay where they are.`
}

async function removeDesk(tx: SystemTx): Promise<string> {
  const desk = await findNamed(tx)
  if (!desk) return 'No organization was named.'
  await tx.deleteFrom('operator_organization').execute()
  await record(tx, desk, false)
  return `${desk.name} gets no new support tickets. New ones are kept until an organization is named.`
}

export const supportOrganization: Command = {
  name: 'support organization',
  usage: '[<slug> | --none]',
  summary: [
    "Names the operator's own organization: its members answer support tickets on their Messages page,",
    'and its owner and admins see the subscriptions and payments of all organizations.',
    'Without a slug: shows it. --none: no organization answers.',
  ].join('\n'),
  options: { none: { type: 'boolean' } },
  operands: 'any',
  run: async ({ config, operands, flags, print }) => {
    const [slug, ...rest] = operands
    if (rest.length > 0 || (slug !== undefined && flags['none']))
      throw new StartError('Name one organization by its slug, or give --none.', { exitCode: 2 })
    const report = await withDatabase(config, (db) =>
      db.withSystem(async (tx) => {
        if (flags['none']) return removeDesk(tx)
        if (slug !== undefined) return nameDesk(tx, slug)
        const desk = await findNamed(tx)
        return desk ? `${desk.name} (${desk.slug})` : 'No organization answers support tickets.'
      }),
    )
    print(report)
  },
}
