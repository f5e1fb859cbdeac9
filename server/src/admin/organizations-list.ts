import { sql } from 'kysely'
import { alignColumns } from './align-columns.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'

interface OrganizationRow {
  slug: string
  name: string
  plan: string
  status: string
  users: number
  maxUsers: number
  agents: number
  maxAgents: number
  apiCallsLimit: number
  messagesLimit: number
  createdAt: Date
}

export const organizationsList: Command = {
  name: 'organizations list',
  usage: '[--json]',
  summary: 'Lists every organization with its plan, status and limits.',
  options: { json: { type: 'boolean' } },
  operands: 0,
  run: async ({ config, flags, print }) => {
    const rows = await withDatabase(config, (db) => db.withSystem(async (tx) => (await organizations.execute(tx)).rows))
    if (flags['json']) return print(JSON.stringify(rows, null, 2))
    const cells = rows.map((row) => [
      row.slug,
      row.name,
      row.plan,
      row.status,
      `${row.users}/${row.maxUsers}`,
      `${row.agents}/${row.maxAgents}`,
      String(row.apiCallsLimit),
      String(row.messagesLimit),
      row.createdAt.toISOString().slice(0, 10),
    ])
    for (const line of alignColumns([['SLUG', 'NAME', 'PLAN', 'STATUS', 'USERS', 'AGENTS', 'API CALLS', 'MESSAGES', 'SINCE'], ...cells]))
      print(line)
  },
}

const organizations = sql<OrganizationRow>`
  select o.slug, o.name, o.plan_type as plan, o.status, coalesce(m.users, 0)::int as users, o.max_users as "maxUsers",
         coalesce(a.agents, 0)::int as agents, o.max_agents as "maxAgents", o.api_calls_limit as "apiCallsLimit",
         o.messages_limit as "messagesLimit", o.created_at as "createdAt"
  from auth.organizations o
  left join (select org_id, count(*) as users from auth.memberships where status = 'ACTIVE' group by 1) m on m.org_id = o.id
  left join (select org_id, count(*) as agents from app.agents where deleted_at is null group by 1) a on a.org_id = o.id
  order by o.slug`
