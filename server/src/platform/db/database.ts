import { CompiledQuery, Kysely } from 'kysely'
import type { QueryResult, RawBuilder, Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { createAnnouncements } from './announcements.ts'
import type { Announcements } from './announcements.ts'
import { PipelinedDialect, beginWith, delayUntilCommit } from './pipelined-driver.ts'
import { compatibilitySchema } from './older-postgres.ts'
import { parseStoredJson } from '../text/exact-json.ts'
import { withSession } from './session-settings.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import { rolePassword } from './roles.ts'
import type { DatabaseRole } from './roles.ts'
import { currentFence } from './transaction-fence.ts'
import type { DB } from './types.gen.ts'
import { viewerSettings } from './viewer.ts'
import type { Viewer } from './viewer.ts'

declare const tenant: unique symbol
declare const identity: unique symbol
declare const sweep: unique symbol

/** A transaction of one tenant: row-level security hides all other rows. Only `withOrg` creates one. */
export type OrgTx = Transaction<DB> & { readonly [tenant]: true; readonly orgId: string; readonly viewer?: Viewer | undefined }
/** A transaction of sign-in and organizations, across tenants, on the tables of schema `auth`. */
export type AuthTx = Transaction<DB> & { readonly [identity]: true }
/** A transaction of work across tenants (dispatch, reaping, folding the meter), with narrow grants. */
export type SystemTx = Transaction<DB> & { readonly [sweep]: true }

export interface Database {
  /** Runs `work` for one tenant: begin, set the tenant, work, commit; an exception rolls back. A viewer narrows it to what they may see. */
  withOrg<T>(orgId: string, work: (tx: OrgTx) => Promise<T>, viewer?: Viewer): Promise<T>
  /**
   * Runs one statement of one tenant in its own transaction, in one round trip; `messages` are announced after the commit.
   * For frequent statements: they are planned once, whatever their values.
   */
  runForOrg<R>(orgId: string, statement: RawBuilder<R>, messages?: readonly object[]): Promise<QueryResult<R>>
  withAuth<T>(work: (tx: AuthTx) => Promise<T>): Promise<T>
  withSystem<T>(work: (tx: SystemTx) => Promise<T>): Promise<T>
  /** Read-only, as the role that reads for agents, with a statement time-out. */
  withOrgQuery<T>(orgId: string, timeoutMs: number, work: (tx: OrgTx) => Promise<T>, viewer?: Viewer): Promise<T>
  /** One statement of sign-in without a transaction: the session look-up of every request. */
  readonly authLookup: Kysely<DB>
  /** What transactions announced, once they have committed. */
  readonly announcements: Announcements
  ping(): Promise<void>
  close(): Promise<void>
}

/** Messages of a transaction, sent after its commit. */
const announced = new WeakMap<object, object[]>()

/** Sends a message to every process after the commit of this transaction; a rollback discards it. */
export function announce(tx: OrgTx | AuthTx | SystemTx, message: object): void {
  const list = announced.get(tx)
  if (!list) throw new TypeError('Only a transaction of `Database` can announce.')
  list.push(message)
}

/** Statements of a transaction that go out together with its commit. */
const last = new WeakMap<object, CompiledQuery[]>()
const openOnes = new WeakSet<object>()

/** Keeps the transaction open after a list, for statements that follow it or are kept for the commit. */
export const keepOpen = (tx: OrgTx | AuthTx | SystemTx): void => void openOnes.add(tx)

/** Whether a list must not send the commit. */
export const isKeptOpen = (tx: OrgTx): boolean => openOnes.has(tx) || (last.get(tx)?.length ?? 0) > 0

/**
 * Runs a statement last, in one message with the commit, so that its lock is held only for the commit, not for a round trip.
 * Its result is not returned; its failure rolls the transaction back.
 */
export function runLast(tx: OrgTx | AuthTx | SystemTx, query: { compile(): CompiledQuery }): void {
  const list = last.get(tx)
  if (!list) throw new TypeError('Only a transaction of `Database` can keep a statement back.')
  list.push(query.compile())
}

// PostgreSQL's bigint fits: counters, micro-dollars and bytes of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)
// Calendar days stay text; a Date would shift them by the server's zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
// jsonb keeps every digit, and so does what is read from it.
pg.types.setTypeParser(pg.types.builtins.JSONB, parseStoredJson)

export interface DatabaseOptions {
  /** The server's address; each role replaces user and password with its own. */
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
      idleTimeoutMillis: 15_000,
      keepAlive: true,
      ...withSession({
        search_path: `app,auth,pg_catalog,${compatibilitySchema}`,
        statement_timeout: '7500',
        idle_in_transaction_session_timeout: '30000',
      }),
      application_name: role,
    })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', onError)
    // Nor must one that breaks while it is lent out: the pool listens to idle ones only, and a silent server breaks them all.
    pool.on('connect', (client) => client.on('error', onError))
    const dialect = new PipelinedDialect(pool)
    return { dialect, db: new Kysely<DB>({ dialect }) }
  }
  const { db: app, dialect: appDialect } = open('imperium_app', poolMax)
  const { db: auth } = open('imperium_auth', Math.max(2, Math.ceil(poolMax / 3)))
  const { db: system } = open('imperium_system', 4)
  const { db: query } = open('imperium_query', 3)
  const announcements = createAnnouncements(system, onError)
  // The settings of this transaction must not leak into others that `work` may open.
  const run = async <T>(builder: TransactionBuilder<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> => {
    const messages: object[] = []
    const statements: CompiledQuery[] = []
    const result = await builder.execute(async (tx) => {
      const fence = currentFence()
      // The fence's last statement goes with the commit, so a list must not send the commit before it.
      if (fence) openOnes.add(tx)
      announced.set(tx, messages)
      last.set(tx, statements)
      const made = await beginWith({}, () => work(tx))
      fence?.check()
      if (fence) statements.push(CompiledQuery.raw(fence.commit))
      if (statements.length > 0) await tx.getExecutor().provideConnection(async (connection) => delayUntilCommit(connection, statements))
      return made
    })
    announcements.publish(messages)
    return result
  }
  const asTenant =
    <T>(orgId: string, work: (tx: OrgTx) => Promise<T>, viewer?: Viewer) =>
    (tx: Transaction<DB>) =>
      work(Object.assign(tx, { orgId, viewer }) as OrgTx)
  return {
    withOrg: (orgId, work, viewer) =>
      beginWith({ orgId, setup: viewer ? viewerSettings(viewer) : [] }, () => run(app.transaction(), asTenant(orgId, work, viewer))),
    runForOrg: async (orgId, statement, messages = []) => {
      const result = await beginWith({ orgId, setup: ['set local plan_cache_mode = force_generic_plan'] }, () =>
        appDialect.runAlone(statement.compile(app)),
      )
      announcements.publish(messages)
      return result
    },
    withAuth: (work) => beginWith({}, () => run(auth.transaction(), (tx) => work(tx as AuthTx))),
    withSystem: (work) => beginWith({}, () => run(system.transaction(), (tx) => work(tx as SystemTx))),
    withOrgQuery: (orgId, timeoutMs, work, viewer) => {
      const setup = [`set local statement_timeout = ${Math.round(timeoutMs)}`, ...(viewer ? viewerSettings(viewer) : [])]
      return beginWith({ orgId, setup }, () => run(query.transaction().setAccessMode('read only'), asTenant(orgId, work, viewer)))
    },
    authLookup: auth,
    announcements,
    ping: async () => void (await auth.executeQuery(CompiledQuery.raw('select 1'))),
    close: async () => {
      await announcements.settle()
      await Promise.all([app.destroy(), auth.destroy(), system.destroy(), query.destroy()])
    },
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
