import type { Dependant } from '@imperium/contract/integrations.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TriggerItem } from './kit/read-poll.ts'

export type FindConnectionUsers = (tx: OrgTx, connectionId: string) => Promise<Dependant[]>

const finders = extensionPoint<FindConnectionUsers>()

/** Lets a module that uses connections report that use before one is disconnected. */
export const onConnectionUse = (find: FindConnectionUsers): Extension => finders.entry(find)

export const usersOf = (platform: Platform, tx: OrgTx, connectionId: string): Promise<Dependant[]> =>
  finders.gather(platform, (find) => find(tx, connectionId))

export interface TriggeredStart {
  workflowId: string
  /** The same for the same item, whatever is repeated. */
  startKey: string
  item: TriggerItem
  /** `Slack: New message`. */
  startedBy: string
  /** It was refused before, and kept: a paused workflow does not leave it out. */
  isKept?: boolean
}

/** Why a workflow did not start with an item. */
export interface StartRefusal {
  text: Text
  /** A limit was the reason: later it may start. */
  mayPass: boolean
}

type StartWorkflow = (tx: OrgTx, start: TriggeredStart) => Promise<StartRefusal | null>

const starters = extensionPoint<StartWorkflow>()

/** Lets the module of workflows start one with what happened at a service. */
export const startWithItems = (start: StartWorkflow): Extension => starters.entry(start)

type NameWorkflows = (tx: OrgTx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

const namers = extensionPoint<NameWorkflows>()

/** Lets the module of workflows name those that a trigger starts. */
export const nameTriggered = (name: NameWorkflows): Extension => namers.entry(name)

export async function namesOfWorkflows(platform: Platform, tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await namers.gather(platform, async (name) => [...(await name(tx, ids))])
  return new Map(found)
}

/** Null where it started, or leaves such items out. */
export async function startWorkflow(platform: Platform, tx: OrgTx, started: TriggeredStart): Promise<StartRefusal | null> {
  let refusal: StartRefusal | null = null
  for (const start of starters.of(platform)) refusal = (await start(tx, started)) ?? refusal
  return refusal
}
