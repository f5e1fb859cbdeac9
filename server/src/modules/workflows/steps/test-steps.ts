import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { stepTypes } from './index.ts'
import type { StepContext, StepDefinition, StepResult } from './step-type.ts'

export const contextOf = (change: Partial<StepContext> = {}): StepContext => ({
  orgId: newId(),
  runId: newId(),
  workflowId: newId(),
  workflowName: 'New lead',
  stepId: 'step',
  stepName: 'Step',
  identity: `test/${newId()}`,
  attempt: 1,
  token: 1,
  depth: 0,
  now: new Date('2026-11-22T10:00:00Z'),
  isTest: false,
  startedByUser: null,
  startedByKey: null,
  startedBy: 'Test',
  ...change,
})

export function typeOf(name: string): StepDefinition {
  const type = stepTypes.get(name)
  if (!type) throw new Error(`there is no step type ${name}`)
  return type
}

/** Runs a step as the engine does: the schema parses its configuration, and each kind runs in its own way. */
export async function runStep(
  name: string,
  config: Record<string, Json>,
  { platform, ...change }: Partial<StepContext> & { platform?: Platform } = {},
): Promise<StepResult> {
  const type = typeOf(name)
  const parsed = type.config.parse(config)
  const context = contextOf(change)
  const { signal } = new AbortController()
  if (type.kind === 'pure') return type.run(parsed, context)
  if (type.kind === 'compute') return type.run(parsed, context, signal)
  if (!platform || type.kind === 'control') throw new Error(`${name} needs a platform`)
  if (type.kind === 'effect') return type.run(platform, parsed, context, signal)
  return platform.db.withOrg(context.orgId, (tx) => type.run(platform, tx, parsed, context))
}
