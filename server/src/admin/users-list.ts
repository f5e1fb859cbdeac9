import { sql } from 'kysely'
import type { Command } from './command.ts'
import { alignColumns } from './align-columns.ts'
import { withDatabase } from './open-database.ts'

interface UserRow {
  email: string
  name: string
  status: string
  isVerified: boolean
  hasSecondFactor: boolean
  organizations: string[]
  createdAt: Date
}

export const usersList: Command = {
  name: 'users list',
  usage: '[--json]',
  summary: 'Lists every account with its status, verified address, second factor and organizations.',
  options: { json: { type: 'boolean' } },
  operands: 0,
  run: async ({ config, flags, print }) => {
    const rows = await withDatabase(config, (db) => db.withAuth(async (tx) => (await users.execute(tx)).rows))
    if (flags['json']) return print(JSON.stringify(rows, null, 2))
    const cells = rows.map((row) => [
      row.email,
      row.name,
      row.status,
      row.isVerified ? 'yes' : 'no',
      row.hasSecondFactor ? 'yes' : 'no',
      row.organizations.join(', ') || '-',
      row.createdAt.toISOString().slice(0, 10),
    ])
    for (const line of alignColumns([['EMAIL', 'NAME', 'STATUS', 'VERIFIED', 'SECOND FACTOR', 'ORGANIZATIONS', 'SINCE'], ...cells]))
      print(line)
  },
}

const users = sql<UserRow>`
  select u.email, u.first_name || ' ' || u.last_name as name, u.status, u.email_verified_at is not null as "isVerified",
         u.second_factor_at is not null as "hasSecondFactor", u.created_at as "createdAt",
         array(select o.slug from auth.memberships m join auth.organizations o on o.id = m.org_id
               where m.user_id = u.id and m.status = 'ACTIVE' order by o.slug) as organizations
  from auth.users u order by u.email`
