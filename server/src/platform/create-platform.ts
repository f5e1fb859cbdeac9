import type pg from 'pg'
import { createAddressHash } from './crypto/address-hash.ts'
import { createActCatalogue } from './audit/acts.ts'
import { createAuthContext } from './auth/auth-context.ts'
import { createCallCounter } from './auth/call-counter.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createKeyRing, createPasswordHasher } from './crypto/crypto.ts'
import type { PasswordCost } from './crypto/crypto.ts'
import { createRecentCount } from './jobs/recent-count.ts'
import { createCursors } from './cursor.ts'
import { createDns } from './dns.ts'
import { connectDatabase } from './db/database.ts'
import type { Database } from './db/database.ts'
import type { Hold } from './installation/hold.ts'
import { rolePassword } from './db/roles.ts'
import { createEventRegistry, createEvents } from './events/events.ts'
import { createOfflineEmbedder } from './embeddings/offline-embedder.ts'
import type { OfflineEmbedder } from './embeddings/offline-embedder.ts'
import { createFiles } from './files.ts'
import { createHttpOut } from './http-out/http-out.ts'
import { listHeldJobs } from './installation/held-work.ts'
import { createHold } from './installation/hold.ts'
import { readInstallationKey } from './crypto/installation-key.ts'
import { createJobs } from './jobs/jobs.ts'
import { createKeyContext } from './auth/key-context.ts'
import { listen } from './events/live.ts'
import { wakeLeases } from './leases/lease-store.ts'
import { createLlm } from './llm/llm.ts'
import type { Log } from './log.ts'
import { parseEmailAddress } from './mail/address.ts'
import { createMail } from './mail/mail.ts'
import type { SandboxMailStore } from './mail/mail.ts'
import { createMetrics } from './metering/metrics.ts'
import type { Module } from './module.ts'
import type { Platform } from './platform.ts'
import { createPush } from './notifications/push.ts'
import { createLocalLimiter } from './auth/rate-limit.ts'
import { saveSandboxMail } from './mail/sandbox-mailbox.ts'
import type { Secrets } from './crypto/secrets.ts'
import { StartError } from './start-error.ts'

export interface PlatformOptions {
  config: Config
  secrets: Secrets
  /** As the owner of the database. */
  connection: pg.PoolConfig
  log: Log
  clock?: Clock
  /** Cost of password hashes; omitted values use the product's defaults. Tests use cheap hashes. */
  passwordCost?: PasswordCost
  /** Tests use a small one instead of the model. */
  offlineEmbedder?: OfflineEmbedder
}

export interface MadePlatform {
  platform: Platform
  /** Registers the modules, which are created from the platform. */
  attach(modules: readonly Module[]): void
  close(graceMs: number): Promise<void>
}

async function closeAndThrow(db: Database, error: unknown): Promise<never> {
  await db.close()
  throw error
}

/** The operator's mail server for all, or a sandbox mailbox for each organization. */
function connectMail(config: Config, db: Database, hold: Hold) {
  const sandboxOf = (orgId: string): SandboxMailStore => ({ save: (mail) => db.withOrg(orgId, (tx) => saveSandboxMail(tx, mail)) })
  const from = config.mailFrom
  const smtp = config.smtpUrl ? createMail({ smtpUrl: config.smtpUrl, from, sandboxStore: sandboxOf(''), hold }) : null
  return { smtp, mailFor: (orgId: string) => smtp ?? createMail({ from, sandboxStore: sandboxOf(orgId), hold }) }
}

export const systemLogin = (secret: string) => ({ user: 'imperium_system', password: rolePassword('imperium_system', secret) })

const jobsAtOnce = 500

/** What the platform asks every attached module to do, in the order of `app.ts`. */
const createModuleHooks = (
  attached: readonly Module[],
  { db, jobs, clock }: Pick<Platform, 'db' | 'jobs' | 'clock'>,
): Pick<
  Platform,
  'exportPerson' | 'erasePerson' | 'deleteUnproved' | 'seedOrganization' | 'operations' | 'listHeldWork' | 'wakeRested'
> => ({
  wakeRested: async (orgId) => {
    await db.withSystem(async (tx) => {
      for (const table of attached.flatMap(({ leases }) => leases ?? [])) await wakeLeases(tx, table, orgId, clock.now())
    })
    for (const module of attached) await module.wakeOrganization?.(orgId)
    while ((await db.withSystem((tx) => jobs.wake(tx, orgId, jobsAtOnce))) === jobsAtOnce);
  },
  listHeldWork: async (tx, orgId) => {
    const found = await listHeldJobs(tx, orgId)
    for (const module of attached) found.push(...((await module.listHeldWork?.(tx, orgId)) ?? []))
    return found
  },
  exportPerson: async (person) => {
    const parts = await Promise.all(attached.map(async (module) => module.exportPerson?.(person) ?? {}))
    return Object.assign({}, ...parts)
  },
  erasePerson: async (tx, userId) => {
    for (const module of attached) await module.erasePerson?.(tx, userId)
  },
  deleteUnproved: async (tx, userId) => {
    for (const module of attached) await module.deleteUnproved?.(tx, userId)
  },
  seedOrganization: async (tx) => {
    for (const module of attached) await module.seedOrganization?.(tx)
  },
  operations: (id) => {
    const operation = attached.flatMap((module) => module.operations).find(({ endpoint }) => endpoint.id === id)
    if (!operation) throw new Error(`There is no operation ${id}`)
    return operation
  },
})

/** Connects the services that modules use. The database must be migrated. */
export async function createPlatform(options: PlatformOptions): Promise<MadePlatform> {
  const { config, secrets, connection, log, clock = systemClock, passwordCost, offlineEmbedder = createOfflineEmbedder() } = options
  const secret = secrets.encryptionKey
  if (!parseEmailAddress(config.mailFrom)) throw new StartError(`MAIL_FROM "${config.mailFrom}" is not an email address.`)
  const db = connectDatabase({
    connection,
    secret,
    poolMax: config.databasePoolMax,
    onError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
  const keyRing = createKeyRing({ current: secrets.encryptionKey, previous: secrets.encryptionKeysPrevious })
  const installationKey = await readInstallationKey(db, keyRing).catch((error: unknown) => closeAndThrow(db, error))
  const live = await listen({ ...connection, ...systemLogin(secret) }, db.announcements, log)
  const hold = createHold()
  const jobs = createJobs({ connection, db, live, hold, supervise: config.role === 'all' || config.role === 'scheduler', log })
  const eventRegistry = createEventRegistry()
  const acts = createActCatalogue()
  const attached: Module[] = []
  const httpOut = createHttpOut({ allow: config.egressAllow, hold })
  const calls = createCallCounter(db, log)
  const keys = createKeyContext(db, live, clock, log)
  const { smtp, mailFor } = connectMail(config, db, hold)
  const requests = createRecentCount()
  const platform: Platform = {
    config,
    log,
    clock,
    db,
    live,
    hold,
    jobs,
    acts,
    events: createEvents(eventRegistry, jobs),
    auth: createAuthContext(db, live, clock, config.sessionIdleHours),
    keys,
    calls,
    limiter: createLocalLimiter(),
    cursors: createCursors(secrets.signingKey),
    keyRing,
    hashAddress: createAddressHash(installationKey),
    requests,
    passwords: createPasswordHasher({ requests, ...passwordCost }),
    metrics: createMetrics(),
    httpOut,
    files: createFiles(db),
    dns: createDns({ servers: config.dnsServers, allow: config.egressAllow }),
    llm: createLlm({ httpOut, sandboxDelayMs: config.sandboxDelayMs, clock: () => clock.now() }),
    offlineEmbedder,
    mailFor,
    push: createPush({ signingKey: secrets.signingKey, httpOut, egressAllow: config.egressAllow, publicUrl: config.publicUrl }),
    ...createModuleHooks(attached, { db, jobs, clock }),
  }
  return {
    platform,
    attach: (modules) => {
      attached.push(...modules)
      for (const module of modules) {
        acts.attach(
          module.acts ?? {},
          module.operations.map(({ endpoint }) => endpoint),
        )
        eventRegistry.attach(module.emits ?? [], [...(module.events ?? []), ...(module.eventWriters ?? [])])
        for (const extension of module.extensions ?? []) extension.attach(platform)
      }
    },
    close: async (graceMs) => {
      await jobs.stop(graceMs)
      await offlineEmbedder.close()
      await calls.close()
      await keys.close()
      await live.close()
      smtp?.close()
      await httpOut.close()
      await db.close()
    },
  }
}
