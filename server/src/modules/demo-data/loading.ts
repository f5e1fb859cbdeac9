import type { OrgTx } from '../../platform/db/database.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Invoke } from '../../platform/operations/invoke.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DemoRecords } from './store.ts'

export type Caller = Omit<OrgContext, 'tx'>

export interface Loading {
  platform: Platform
  caller: Caller
  invoke: Invoke
  records: DemoRecords
  /** Percent; what was created until now is kept with it. */
  reach(progress: number): Promise<void>
  /** The same in a transaction that creates something. */
  reachIn(tx: OrgTx, progress: number): Promise<void>
}
