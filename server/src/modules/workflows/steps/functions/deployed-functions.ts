import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Text, Worded } from '@imperium/contract/kit/message.ts'
import { extensionPoint } from '../../../../platform/extension-point.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import type { Platform } from '../../../../platform/platform.ts'

export const functionEnvironments = ['production', 'staging'] as const

export interface FunctionPlace {
  name: string
  environment: (typeof functionEnvironments)[number]
}

export type FunctionResult = { output: Json } | (Worded & { code: string; retryable: boolean })

/** Functions that an organization wrote, had reviewed and deployed. */
export interface DeployedFunctions {
  /** Why it cannot be called; null if it can. */
  refusal: (tx: OrgTx, place: FunctionPlace) => Promise<Text | null>
  /** With the rights that the person who deployed it has at this moment. */
  call: (platform: Platform, call: FunctionPlace & { orgId: string; input: Json }, signal: AbortSignal) => Promise<FunctionResult>
}

const functions = extensionPoint<DeployedFunctions>()

/** Lets the module that keeps functions give them to workflows. */
export const giveDeployedFunctions = functions.entry

export const deployedFunctions = (platform: Platform): DeployedFunctions | undefined => functions.of(platform)[0]
