import type { RewrappedSecrets } from './crypto/rewrapped-secrets.ts'
import type { AuthTx, OrgTx, SystemTx } from './db/database.ts'
import type { EventHandler } from './events/events.ts'
import type { Extension } from './extension-point.ts'
import type { JobDefinition } from './jobs/jobs.ts'
import type { BoundOperation } from './operations/context.ts'
import type { Platform } from './platform.ts'
import type { Tick } from './tick.ts'
import type { ExportedPerson, PersonSections } from './exported-person.ts'

/** What a module gives to the product: everything else of it is its own business. */
export interface Module {
  name: string
  /** The tables this module owns: no other module's SQL may name them (a test reads this list). */
  tables: readonly string[]
  /** Tables of modules that it imports, which its SQL joins and never writes. */
  reads?: readonly string[]
  operations: readonly BoundOperation[]
  jobs?: readonly JobDefinition[]
  events?: readonly EventHandler[]
  ticks?: readonly Tick[]
  /** What the module adds to extension points of other modules: entries made by their functions (`onAgentUse`, `searchIn`). */
  extensions?: readonly Extension[]
  /** First rows of a new organization, in the transaction that makes it. */
  seedOrganization?: (tx: OrgTx) => Promise<void>
  /** What the module keeps about a person, in sections by name; nothing secret, and nothing of other people. */
  exportPerson?: (person: ExportedPerson) => Promise<PersonSections>
  /** Removes what the module keeps about a person and no foreign key takes along, just before the account itself is erased. */
  erasePerson?: (tx: SystemTx, userId: string) => Promise<void>
  /** Removes ways into an account, or out of it, that somebody set up before the address was proved: that may have been anybody. */
  forgetUnproved?: (tx: AuthTx, userId: string) => Promise<void>
  /** Seals the secrets that the module keeps under the current encryption key; those already under it stay as they are. */
  rewrapSecrets?: () => Promise<RewrappedSecrets>
  /** Starts what lives in this process as long as workers do; returns how it is stopped within the grace time. */
  startWorker?: () => Promise<{ stop(graceMs: number): Promise<void> }>
}

/** A module is made once per process, with the platform it stands on. */
export type ModuleFactory = (platform: Platform) => Module
