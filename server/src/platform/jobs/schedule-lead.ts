import pg from 'pg'
import { setSession } from '../db/session-settings.ts'
import type { Log } from '../log.ts'
import type { TransactionFence } from '../db/transaction-fence.ts'
import { LeaseHandle } from '../leases/lease-handle.ts'
import { LeaseLostError } from '../leases/lease-table.ts'
import { isWorkerDead, nameWorker } from './worker-name.ts'

export interface LeadTimes {
  leaseMs: number
  /** Of the leader's heartbeat and of a candidate's look at it. */
  beatEveryMs: number
}

/** A frozen or unreachable leader is replaced after at most lease and beat: ten seconds. A dead one on this machine after one beat. */
export const leadTimes: LeadTimes = { leaseMs: 8_000, beatEveryMs: 2_000 }

interface SeenLead {
  epoch: number
  lease_owner: string | null
  is_over: boolean
}

/** The lead as its holder sees it. */
export interface Lead {
  epoch: number
  /** True while this process surely leads, by its own monotonic clock: a frozen one that wakes knows that it does not. */
  isSure(): boolean
  fence: TransactionFence
}

/** One process at a time holds the lead of the schedule: a row with an owner, an end by the database's clock, and an epoch. */
export class ScheduleLead {
  readonly #connection: pg.ClientConfig
  readonly #log: Log
  readonly #times: LeadTimes
  readonly #owner = nameWorker()
  #client: pg.Client | undefined
  #held: { lead: Lead; handle: LeaseHandle } | undefined

  constructor(connection: pg.ClientConfig, log: Log, times: LeadTimes) {
    this.#connection = connection
    this.#log = log
    this.#times = times
  }

  /** Extends the lead that this process has, or takes a free one. Undefined: another process leads, or the database does not answer. */
  async beat(): Promise<Lead | undefined> {
    try {
      return (await this.#extend()) ?? (await this.#take())
    } catch (error) {
      this.#log.debug({ err: error }, 'the lead of the schedule could not be asked for')
      await this.#disconnect()
      return this.#held?.lead.isSure() ? this.#held.lead : undefined
    }
  }

  /** Gives the lead back, so that another process takes it with its next look. */
  async release(): Promise<void> {
    const epoch = this.#held?.lead.epoch
    this.#held = undefined
    try {
      if (epoch !== undefined)
        await (await this.#connected()).query('update app.installation_lead set lease_owner = null where epoch = $1', [epoch])
    } catch (error) {
      this.#log.warn({ err: error }, 'the lead of the schedule could not be given back: it ends by itself')
    }
    await this.#disconnect()
  }

  async #extend(): Promise<Lead | undefined> {
    const held = this.#held
    if (!held) return undefined
    const requestedAt = performance.now()
    const { rowCount } = await (
      await this.#connected()
    ).query(
      `update app.installation_lead set lease_until = now() + $1 * interval '1 millisecond', beats = beats + 1, led_at = now()
       where epoch = $2 and lease_owner = $3`,
      [this.#times.leaseMs, held.lead.epoch, this.#owner],
    )
    if (rowCount) {
      held.handle.extend(requestedAt)
      return held.lead
    }
    this.#held = undefined
    this.#log.warn({ epoch: held.lead.epoch }, 'this process no longer leads the schedule: another has taken it over')
    return undefined
  }

  async #take(): Promise<Lead | undefined> {
    const client = await this.#connected()
    const { rows: seen } = await client.query<SeenLead>(
      'select epoch, lease_owner, lease_until < now() as is_over from app.installation_lead',
    )
    const [before] = seen
    if (!before || !isFree(before)) return undefined
    const requestedAt = performance.now()
    const { rows } = await client.query<{ epoch: number }>(
      `update app.installation_lead set epoch = epoch + 1, lease_owner = $1, lease_until = now() + $2 * interval '1 millisecond',
         beats = beats + 1, led_at = now() where epoch = $3 and lease_owner is not distinct from $4 returning epoch`,
      [this.#owner, this.#times.leaseMs, before.epoch, before.lease_owner],
    )
    const [taken] = rows
    if (!taken) return undefined
    const handle = new LeaseHandle(requestedAt, this.#times.leaseMs)
    const lead = leadOf(taken.epoch, handle, this.#times)
    this.#held = { lead, handle }
    if (before.lease_owner === null) this.#log.info({ epoch: taken.epoch }, 'this process leads the schedule')
    else
      this.#log.warn(
        { epoch: taken.epoch, before: before.lease_owner },
        `this process leads the schedule: the leader before it ${before.is_over ? 'did not answer' : 'has ended'}`,
      )
    return lead
  }

  /** One connection for the lead alone, with short time limits: a silent database must not hold a beat longer than the lease. */
  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const timeoutMs = this.#times.leaseMs / 2
    const client = new pg.Client({
      ...this.#connection,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      application_name: 'imperium_schedule',
    })
    const drop = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', drop)
    client.on('end', drop)
    await client.connect()
    await setSession(client, { statement_timeout: String(timeoutMs) })
    this.#client = client
    return client
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    // A connection that does not answer would not answer to its end either.
    await Promise.race([client?.end().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 500).unref())])
  }
}

const isFree = ({ lease_owner, is_over }: SeenLead): boolean => lease_owner === null || is_over || isWorkerDead(lease_owner)

/** A leader's transaction that stands still is ended by the server as soon as another may lead, so that its locks do not block the next leader. */
const leadOf = (epoch: number, handle: LeaseHandle, { leaseMs }: LeadTimes): Lead => ({
  epoch,
  isSure: () => handle.isSure(),
  fence: {
    check: () => {
      if (!handle.isSure()) throw new LeaseLostError('The schedule')
    },
    begin: [`set local idle_in_transaction_session_timeout = ${leaseMs}`, `select app.check_lead(${epoch})`],
    commit: `select app.check_lead(${epoch})`,
  },
})
