import { createHmac } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { lacksRight } from './explain-failure.ts'

/** What each role is for; none owns a table, is superuser or bypasses row-level security. */
export const databaseRoles = ['imperium_app', 'imperium_auth', 'imperium_system', 'imperium_query'] as const
export type DatabaseRole = (typeof databaseRoles)[number]

/** Roles are the cluster's, so every process that knows the encryption key derives the same password for them. */
export const rolePassword = (role: DatabaseRole, secret: string): string =>
  createHmac('sha256', secret).update(`database-role:${role}`).digest('base64url')

/** The role that prepares the database: that of DATABASE_URL, or the embedded server's superuser. */
interface Owner {
  name: string
  version: number
  isSuperuser: boolean
  createsRoles: boolean
}

interface FoundRole {
  name: DatabaseRole
  /** Attributes to change, as `alter role` takes them; null when the role does not exist. */
  wrong: string | null
  /** The owner holds the ADMIN option on it. Decides from PostgreSQL 16 on. */
  isAdministered: boolean
}

/**
 * Creates or corrects the four roles. Runs as the owner before the migrations, which grant to them.
 * @throws StartError with the SQL for an administrator when the owner lacks a right.
 */
export async function prepareRoles(owner: pg.Client, secret: string): Promise<void> {
  const self = await readOwner(owner)
  const lacking: FoundRole[] = []
  for (const role of await readRoles(owner)) {
    const password = rolePassword(role.name, secret)
    if (mayAdminister(self, role)) await writeRole(owner, self, role, password)
    // Without the right to change a role, one that is as it should be will do.
    else if (role.wrong !== '' || !(await canSignIn(owner, role.name, password))) lacking.push(role)
  }
  if (lacking.length > 0) throw missingRights(self, lacking)
  await letSignInStepDown(owner, self)
}

async function readOwner(owner: pg.Client): Promise<Owner> {
  const { rows } = await owner.query<Owner>(
    `select rolname as name, current_setting('server_version_num')::int / 10000 as version, rolsuper as "isSuperuser", rolcreaterole as "createsRoles"
     from pg_roles where rolname = current_user`,
  )
  if (!rows[0]) throw new TypeError('The current role is not in pg_roles.')
  return rows[0]
}

async function readRoles(owner: pg.Client): Promise<FoundRole[]> {
  const { rows } = await owner.query<FoundRole>(
    `select wanted.name, coalesce(pg_has_role(current_user, r.oid, 'MEMBER WITH ADMIN OPTION'), false) as "isAdministered",
       case when r.oid is not null then concat_ws(' ', case when not rolcanlogin then 'login' end, case when rolinherit then 'noinherit' end,
         case when rolsuper then 'nosuperuser' end, case when rolbypassrls then 'nobypassrls' end, case when rolcreatedb then 'nocreatedb' end,
         case when rolcreaterole then 'nocreaterole' end, case when rolreplication then 'noreplication' end) end as wrong
     from unnest($1::text[]) with ordinality as wanted (name, n) left join pg_roles r on r.rolname = wanted.name order by n`,
    [databaseRoles],
  )
  return rows
}

const mayAdminister = (self: Owner, role: FoundRole): boolean =>
  self.isSuperuser || (self.createsRoles && (role.wrong === null || self.version < 16 || role.isAdministered))

async function writeRole(owner: pg.Client, self: Owner, { name, wrong }: FoundRole, password: string): Promise<void> {
  const secret = `password ${pg.escapeLiteral(password)}`
  try {
    if (wrong === null) await owner.query(`create role ${name} login noinherit ${secret}`).catch(ignoreDuplicate)
    // Names only wrong attributes: setting CREATEDB, even to its current value, requires having it.
    await owner.query(`alter role ${name} ${wrong ?? ''} ${secret}`)
  } catch (cause) {
    if (!lacksRight(cause)) throw cause
    const remedy = wrong ? `Have an administrator run: alter role ${name} ${wrong};` : 'Ask its administrator.'
    throw new StartError(
      `The database role "${self.name}" may not change the role ${name}: PostgreSQL said "${cause.message}". ${remedy}`,
      {
        cause,
      },
    )
  }
}

/** Two processes on two databases of one server may start concurrently; the second finds the role a moment later. */
function ignoreDuplicate(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || (error.code !== '42710' && error.code !== '23505')) throw error
}

async function canSignIn({ host, port, database, ssl }: pg.Client, user: DatabaseRole, password: string): Promise<boolean> {
  const client = new pg.Client({ host, port, ...(database ? { database } : {}), ssl, user, password, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) return false
    throw error
  } finally {
    await client.end()
  }
}

function missingRights(self: Owner, lacking: readonly FoundRole[]): StartError {
  const name = pg.escapeIdentifier(self.name)
  const existing = lacking.filter((role) => role.wrong !== null).map((role) => role.name)
  const sql = [
    ...(self.createsRoles ? [] : [`alter role ${name} createrole;`]),
    ...(existing.length && self.version >= 16 ? [`grant ${existing.join(', ')} to ${name} with admin option;`] : []),
  ]
  return new StartError(
    `The database role "${self.name}" may not ${existing.length < lacking.length ? 'create or ' : ''}administer the roles ${lacking.map((role) => role.name).join(', ')}. ` +
      `Have an administrator run: ${sql.join(' ')}`,
  )
}

/** A sign-in transaction may step down to the tenant's role, to write a new organization's first rows in the same commit, and only so. */
async function letSignInStepDown(owner: pg.Client, self: Owner): Promise<void> {
  // PostgreSQL 16 separates what a member inherits from the roles that it may set.
  const [kind, options] = self.version < 16 ? ['MEMBER', ''] : ['SET', ' with inherit false, set true']
  const grant = `grant imperium_app to imperium_auth${options}`
  const read = async () => {
    const { rows } = await owner.query<{ steps: boolean; inherits: boolean }>(
      `select pg_has_role('imperium_auth', 'imperium_app', $1) as steps, pg_has_role('imperium_auth', 'imperium_app', 'USAGE') as inherits`,
      [kind],
    )
    return rows[0]?.steps === true && !rows[0].inherits
  }
  if (await read()) return
  const cause = await owner.query(grant).then(
    () => undefined,
    (error: unknown) => {
      if (lacksRight(error)) return error
      throw error
    },
  )
  if (cause === undefined && (await read())) return
  throw new StartError(
    `The database role imperium_auth must be able to become imperium_app without inheriting its rights, and "${self.name}" may not arrange it. ` +
      `Have an administrator run: revoke imperium_app from imperium_auth cascade; ${grant};`,
    { cause },
  )
}
