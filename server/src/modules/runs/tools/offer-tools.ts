import type { GrantedTool } from '@imperium/contract/agents.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import type { RunSession } from '../run-session.ts'
import type { OfferedTool } from './tool.ts'

/** The tools of a module for a run, by what its agent was granted. RequestedBy before each call of a model and of a tool. */
export type FindTools = (session: RunSession, granted: readonly GrantedTool[]) => Promise<OfferedTool[]>

const finders = extensionPoint<FindTools>()

/** Lets a module that stands on runs give agents tools. */
export const giveTools = (find: FindTools): Extension => finders.entry(find)

export const findToolsElsewhere: FindTools = (session, granted) => finders.gather(session.platform, (find) => find(session, granted))

const visitorFinders = extensionPoint<FindTools>()

/** Lets the module that holds conversations with strangers give their runs tools. It answers for what a stranger can do with them. */
export const giveVisitorTools = (find: FindTools): Extension => visitorFinders.entry(find)

export const findVisitorTools: FindTools = (session, granted) => visitorFinders.gather(session.platform, (find) => find(session, granted))
