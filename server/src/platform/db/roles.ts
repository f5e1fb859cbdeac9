import { createHmac } from 'node:crypto'
import pg from 'pg'

/** What each role is for; none owns a table, is superuser or bypasses row-level security. */
export const databaseRoles = ['imperium_app', 'imperium_auth', 'imperium_system', 'imperium_query'] as const
export type DatabaseRole = (typeof databaseRoles)[number]

/** Roles are the cluster's, so every process that knows the encryption key derives the same password for them. */
export const rolePassword = (role: DatabaseRole, secret: string): string =>
  createHmac('sha256', secret).update(`database-role:${role}`).digest('base64url')

/** Creates or corrects the four roles. Runs as the owner before the migrations, which grant to them. */
export async function prepareRoles(owner: pg.Client, secret: string): Promise<void> {
  for (const role of databaseRoles) {
    const password = pg.escapeLiteral(rolePassword(role, secret))
    const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [role])
    // Two processes may start at once; the second finds the role a moment later.
    if (!rowCount) await owner.query(`create role ${role} login`).catch(ignoreDuplicate)
    await owner.query(`alter role ${role} login noinherit nocreatedb nocreaterole password ${password}`)
  }
  // A sign-in transaction may step down to the tenant's role, to write a new organization's first rows in the same commit.
  await owner.query('grant imperium_app to imperium_auth')
}

function ignoreDuplicate(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || (error.code !== '42710' && error.code !== '23505')) throw error
}
