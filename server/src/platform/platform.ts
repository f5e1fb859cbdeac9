import type { HashAddress } from './crypto/address-hash.ts'
import type { AuthContext } from './auth/auth-context.ts'
import type { CallCounter } from './auth/call-counter.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { KeyRing, PasswordHasher } from './crypto/crypto.ts'
import type { Cursors } from './cursor.ts'
import type { Dns } from './dns.ts'
import type { AuthTx, Database, OrgTx, SystemTx } from './db/database.ts'
import type { ActCatalogue } from './audit/acts.ts'
import type { Events } from './events/events.ts'
import type { OfflineEmbedder } from './embeddings/offline-embedder.ts'
import type { Files } from './files.ts'
import type { HttpOut } from './http-out/http-out.ts'
import type { ListHeldWork } from './installation/held-work.ts'
import type { Hold } from './installation/hold.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { RecentCount } from './jobs/recent-count.ts'
import type { KeyContext } from './auth/key-context.ts'
import type { Live } from './events/live.ts'
import type { Llm } from './llm/llm.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Metrics } from './metering/metrics.ts'
import type { Push } from './notifications/push.ts'
import type { createLocalLimiter } from './auth/rate-limit.ts'
import type { BoundOperation } from './operations/context.ts'
import type { ExportedPerson, PersonSections } from './exported-person.ts'

/** The services that modules use. Created once in `app.ts`; a test creates it with its own clock and servers. */
export interface Platform {
  config: Config
  log: Log
  clock: Clock
  db: Database
  live: Live
  /** A restored copy: nothing goes out and no work is taken until the operator resumes. */
  hold: Hold
  jobs: Jobs
  /** How the activity log words actions. */
  acts: ActCatalogue
  events: Events
  auth: AuthContext
  keys: KeyContext
  calls: CallCounter
  limiter: ReturnType<typeof createLocalLimiter>
  cursors: Cursors
  keyRing: KeyRing
  /** What suppressions know an address by. */
  hashAddress: HashAddress
  passwords: PasswordHasher
  /** Requests of the last second, before which sign-ins step back. */
  requests: RecentCount
  metrics: Metrics
  httpOut: HttpOut
  files: Files
  dns: Dns
  llm: Llm
  /** Vectors of English texts without a provider. */
  offlineEmbedder: OfflineEmbedder
  /** The mail client of one organization: emails that the sandbox stores belong to it. */
  mailFor: (orgId: string) => Mail
  /** Push messages to subscribed browsers. */
  push: Push
  /** All modules' data about a user. */
  exportPerson: (person: ExportedPerson) => Promise<PersonSections>
  /** Deletes a user's data in every module. */
  erasePerson: (tx: SystemTx, userId: string) => Promise<void>
  /** Removes sign-in methods and outgoing access of every module for an account without a verified address. */
  deleteUnproved: (tx: AuthTx, userId: string) => Promise<void>
  /** An operation of any module by its id. @throws if there is none. */
  operations: (id: string) => BoundOperation
  /** What waits in a restored copy, of every module. */
  listHeldWork: ListHeldWork
  /** Makes due what waited while this organization was at rest, of every module. Idempotent. */
  wakeRested: (orgId: string) => Promise<void>
  /** Writes every module's first rows of a new organization. */
  seedOrganization: (tx: OrgTx) => Promise<void>
}
