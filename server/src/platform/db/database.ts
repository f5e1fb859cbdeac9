import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver } from 'kysely'
import type { DatabaseConnection, Driver, Transaction, TransactionSettings } from 'kysely'
import pg from 'pg'
import { rolePassword } from './roles.ts'
import type { DatabaseRole } from './roles.ts'
import type { DB } from './types.gen.ts'

declare const tenant: unique symbol
declare const identity: unique symbol
declare const sweep: unique symbol

/** A transaction of one tenant: row-level security shows nothing else. Only `withOrg` makes one. */
export type OrgTx = Transaction<DB> & { readonly [tenant]: true; readonly orgId: string }
/** A transaction of sign-in and organizations, across tenants, on the tables of schema `auth`. */
export type AuthTx = Transaction<DB> & { readonly [identity]: true }
/** A transaction of sweeps across tenants (dispatch, reaping, folding the meter), with narrow grants. */
export type SystemTx = Transaction<DB> & { readonly [sweep]: true }

export interface Database {
  /** Runs `work` for one tenant: begin, set the tenant, work, commit; an exception rolls back. */
  withOrg<T>(orgId: string, work: (tx: OrgTx) => Promise<T>): Promise<T>
  withAuth<T>(work: (tx: AuthTx) => Promise<T>): Promise<T>
  withSystem<T>(work: (tx: SystemTx) => Promise<T>): Promise<T>
  /** Read-only, as the role that reads for agents, with a statement time-out. */
  withOrgQuery<T>(orgId: string, timeoutMs: number, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** One statement of sign-in without a transaction around it: the session look-up of every request. */
  readonly authLookup: Kysely<DB>
  ping(): Promise<void>
  close(): Promise<void>
}

interface Begin {
  orgId?: string
  /** Extra statements sent with BEGIN. */
  setup?: string[]
}
const beginning = new AsyncLocalStorage<Begin>()

/**
 * Sends BEGIN and the tenant setting without waiting for their answers: one round trip less each (measured 0.83 -> 0.50 ms a read).
 * An error in them aborts the transaction, so that the next statement rejects and nothing runs without its tenant.
 */
class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { orgId, setup = [] } = beginning.getStore() ?? {}
    const mode = settings.accessMode ? ` ${settings.accessMode}` : ''
    const sent = [connection.executeQuery(CompiledQuery.raw(`begin${mode}`))]
    if (orgId) sent.push(connection.executeQuery(CompiledQuery.raw("select set_config('app.org_id', $1, true)", [orgId])))
    for (const statement of setup) sent.push(connection.executeQuery(CompiledQuery.raw(statement)))
    for (const promise of sent) promise.catch(() => undefined)
  }
}

class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): Driver {
    return new PipelinedDriver({ pool: this.#pool })
  }
}

// PostgreSQL's bigint fits: counters, micro-dollars and bytes of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// Calendar days stay text; a Date would shift them by the server's zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export interface DatabaseOptions {
  /** Where the server is; user and password are replaced by each role's own. */
  connection: pg.PoolConfig
  secret: string
  poolMax: number
  onError: (error: Error) => void
}

/** Connects as the four roles. Time-outs everywhere: with pg's defaults a silent database hangs a request for 40 s (R49, R63). */
export function connectDatabase({ connection, secret, poolMax, onError }: DatabaseOptions): Database {
  const open = (role: DatabaseRole, max: number) => {
    const pool = new pg.Pool({
      ...connection,
      user: role,
      password: rolePassword(role, secret),
      max,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 8_000,
      statement_timeout: 7_500,
      idle_in_transaction_session_timeout: 30_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      options: '-c search_path=app,auth,pg_catalog',
      application_name: role,
    } as pg.PoolConfig)
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', onError)
    return new Kysely<DB>({ dialect: new PipelinedDialect(pool) })
  }
  const app = open('imperium_app', poolMax)
  const auth = open('imperium_auth', Math.max(2, Math.ceil(poolMax / 3)))
  const system = open('imperium_system', 4)
  const query = open('imperium_query', 3)
  const inTenant = <T>(db: Kysely<DB>, begin: Begin & { orgId: string }, readOnly: boolean, work: (tx: OrgTx) => Promise<T>) =>
    beginning.run(begin, () => {
      const transaction = readOnly ? db.transaction().setAccessMode('read only') : db.transaction()
      // The setting must not leak into transactions that `work` may open of its own.
      return transaction.execute((tx) => beginning.run({}, () => work(Object.assign(tx, { orgId: begin.orgId }) as OrgTx)))
    })
  return {
    withOrg: (orgId, work) => inTenant(app, { orgId }, false, work),
    withAuth: (work) => beginning.run({}, () => auth.transaction().execute((tx) => work(tx as AuthTx))),
    withSystem: (work) => beginning.run({}, () => system.transaction().execute((tx) => work(tx as SystemTx))),
    withOrgQuery: (orgId, timeoutMs, work) =>
      inTenant(query, { orgId, setup: [`set local statement_timeout = ${Math.round(timeoutMs)}`] }, true, work),
    authLookup: auth,
    ping: async () => void (await auth.executeQuery(CompiledQuery.raw('select 1'))),
    close: async () => void (await Promise.all([app.destroy(), auth.destroy(), system.destroy(), query.destroy()])),
  }
}

/** Steps a sign-in transaction down to one tenant's role and rows, for the first rows of a new organization. */
export async function asOrg<T>(tx: AuthTx, orgId: string, work: (tx: OrgTx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw("select set_config('app.org_id', $1, true)", [orgId]))
  await tx.executeQuery(CompiledQuery.raw('set local role imperium_app'))
  const result = await work(Object.assign(tx, { orgId }) as unknown as OrgTx)
  await tx.executeQuery(CompiledQuery.raw('reset role'))
  await tx.executeQuery(CompiledQuery.raw("select set_config('app.org_id', '', true)"))
  return result
}
