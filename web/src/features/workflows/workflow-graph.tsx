import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { RunGraph } from './editor/run-graph.tsx'

const noSteps = [] as const

/** Read-only graph of a workflow, without a run. Fills the height of its container. */
export function WorkflowGraph({ definition }: { definition: WorkflowDefinition }) {
  return <RunGraph definition={definition} steps={noSteps} />
}
