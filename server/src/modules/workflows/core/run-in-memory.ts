import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import { zeroId } from '../../../platform/ids.ts'
import { stepTypes } from '../steps/index.ts'
import { advance } from './advance.ts'
import { begin, outcomeOf } from './machine.ts'
import { compileProgram } from './program.ts'

/** Runs of pure steps by the core alone, without a database: what a benchmark holds the durable ones against. */
export async function createMemoryRuns(definition: WorkflowDefinition): Promise<(trigger: Json) => string | undefined> {
  const program = compileProgram(stepTypes, await loadTemplates(), definition)
  const facts = {
    orgId: zeroId,
    runId: zeroId,
    workflowId: zeroId,
    workflowName: '',
    organizationName: '',
    isTest: false,
    startedBy: '',
    startedByUser: null,
    depth: 0,
  }
  return (trigger) => {
    const machine = begin(program, facts, { trigger, now: Date.now(), deadline: Number.MAX_SAFE_INTEGER })
    advance(machine)
    return outcomeOf(machine)?.status
  }
}
