import pg from 'pg'

/** DATABASE_URL as the options of `pg`, so that other roles can connect to the same database. */
export function ownerConnection(databaseUrl: string): pg.PoolConfig {
  const { user, password, host, port, database, ssl } = new pg.Client({ connectionString: databaseUrl })
  return { user, password: password ?? undefined, host, port, database, ssl }
}
