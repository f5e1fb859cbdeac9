import pg from 'pg'
import { StartError } from '../start-error.ts'

interface Found {
  version: number
  owner: string
  database: string
  encoding: string
  mayCreateSchemas: boolean
  mayCreateInPublic: boolean
}

/** Rejects a database that Imperium cannot use, before any write. @throws StartError with the remedy. */
export async function checkDatabase(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<Found>(
    `select current_setting('server_version_num')::int / 10000 as version, current_user as owner, current_database() as database,
       current_setting('server_encoding') as encoding, has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
       -- Where there is no schema public, the migrations make it.
       coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), true) as "mayCreateInPublic"`,
  )
  const [found] = rows
  if (!found) throw new TypeError('PostgreSQL answered no row.')
  const { version, encoding } = found
  const [role, database] = [pg.escapeIdentifier(found.owner), pg.escapeIdentifier(found.database)]
  if (version < 15) throw new StartError(`Imperium needs PostgreSQL 15 or newer; the server of DATABASE_URL is version ${version}.`)
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database ${database} has the encoding ${encoding}, and Imperium needs UTF8. Create it with: encoding 'UTF8' template template0.`,
    )
  if (found.mayCreateSchemas && found.mayCreateInPublic) return
  throw new StartError(
    `The database role ${role} may not create ${found.mayCreateSchemas ? 'tables in the schema public' : 'schemas'} in the database ${database}. ` +
      `Have an administrator run: alter database ${database} owner to ${role};`,
  )
}

/** Grants CONNECT to the roles when the administrator has revoked PostgreSQL's default. */
export async function grantConnect(owner: pg.Client, roles: readonly string[]): Promise<void> {
  const { rows } = await owner.query<{ database: string; refused: string[] }>(
    `select current_database() as database, array_agg(role) filter (where not has_database_privilege(role, current_database(), 'connect')) as refused
     from unnest($1::text[]) role`,
    [roles],
  )
  const { database = '', refused } = rows[0] ?? {}
  if (refused?.length) await owner.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${refused.join(', ')}`)
}
