import type { HashAddress } from './crypto/address-hash.ts'
import type { AuthContext } from './auth/auth-context.ts'
import type { CallCounter } from './auth/call-counter.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { KeyRing, PasswordHasher } from './crypto/crypto.ts'
import type { Cursors } from './cursor.ts'
import type { Dns } from './dns.ts'
import type { AuthTx, Database, OrgTx, SystemTx } from './db/database.ts'
import type { Events } from './events/events.ts'
import type { Files } from './files.ts'
import type { HttpOut } from './http-out/http-out.ts'
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
import type { ExportedPerson, PersonSections } from './exported-person.ts'

/** Everything a module may stand on. Made once in `app.ts`; a test makes it with its own clock and servers. */
export interface Platform {
  config: Config
  log: Log
  clock: Clock
  db: Database
  live: Live
  jobs: Jobs
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
  /** The mail seam of one organization: what the sandbox keeps belongs to it. */
  mailFor: (orgId: string) => Mail
  /** Messages to browsers that asked for them. */
  push: Push
  /** Everything that all modules keep about a person. */
  exportPerson: (person: ExportedPerson) => Promise<PersonSections>
  /** Lets every module remove what it keeps about a person. */
  erasePerson: (tx: SystemTx, userId: string) => Promise<void>
  /** Removes what every module lets in or sends out for an account whose address nobody had proved. */
  forgetUnproved: (tx: AuthTx, userId: string) => Promise<void>
  /** Lets every module write its first rows of a new organization. */
  seedOrganization: (tx: OrgTx) => Promise<void>
}
