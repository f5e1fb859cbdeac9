import type { FastifyInstance } from 'fastify'
import type { EventDefinition } from '@imperium/contract/kit/event.ts'
import type { RewrappedSecrets } from './crypto/rewrapped-secrets.ts'
import type { ModuleActs } from './audit/acts.ts'
import type { AuthTx, OrgTx, SystemTx } from './db/database.ts'
import type { EventHandler, EventWriter } from './events/events.ts'
import type { Extension } from './extension-point.ts'
import type { ListHeldWork } from './installation/held-work.ts'
import type { JobDefinition } from './jobs/jobs.ts'
import type { LeaseTable } from './leases/lease-table.ts'
import type { BoundOperation } from './operations/context.ts'
import type { Platform } from './platform.ts'
import type { Tick } from './tick.ts'
import type { ExportedPerson, PersonSections } from './exported-person.ts'

/** What a module provides to the product: all other parts are private. */
export interface Module {
  name: string
  /** The tables this module owns: no other module's SQL may name them (a test reads this list). */
  tables: readonly string[]
  /** Tables of imported modules that its SQL joins and never writes. */
  reads?: readonly string[]
  operations: readonly BoundOperation[]
  /** Mounts the addresses of another protocol (MCP, OAuth), which the module answers itself: who calls, from where, how often. */
  mountProtocol?: (app: FastifyInstance) => void
  jobs?: readonly JobDefinition[]
  /** The events that this module declares; others that it imports may emit them too. */
  emits?: readonly EventDefinition[]
  events?: readonly EventHandler[]
  /** Rows that it writes in the transaction of an event. */
  eventWriters?: readonly EventWriter[]
  ticks?: readonly Tick[]
  /** The tables that its runners lease: rows that waited while their organization was at rest are due when it is taken up again. */
  leases?: readonly LeaseTable[]
  /** What of an organization that was taken up again a slow tick would find minutes later. Called several times. */
  wakeOrganization?: (orgId: string) => Promise<void>
  /** What of the module goes out by itself and is due, for the decision about a restored copy. */
  listHeldWork?: ListHeldWork
  /** How the activity log words what the module records. */
  acts?: ModuleActs
  /** What the module adds to extension points of other modules: entries made by their functions (`onAgentUse`, `searchIn`). */
  extensions?: readonly Extension[]
  /** First rows of a new organization, in the transaction that creates it. */
  seedOrganization?: (tx: OrgTx) => Promise<void>
  /** A user's data in the module, in sections by name; no secrets, and no data of other users. */
  exportPerson?: (person: ExportedPerson) => Promise<PersonSections>
  /** Deletes a user's data in the module that no foreign key deletes, just before the account is erased. */
  erasePerson?: (tx: SystemTx, userId: string) => Promise<void>
  /** Removes sign-in methods that were set up before the address was verified: any user may have added them. */
  deleteUnproved?: (tx: AuthTx, userId: string) => Promise<void>
  /** Seals the secrets that the module keeps under the current encryption key; those already under it stay as they are. */
  rewrapSecrets?: () => Promise<RewrappedSecrets>
  /** Starts a background service of this process; returns how it is stopped within the grace time. */
  startWorker?: () => Promise<{ stop(graceMs: number): Promise<void> }>
}

/** A module is created once per process, with its platform. */
export type ModuleFactory = (platform: Platform) => Module
