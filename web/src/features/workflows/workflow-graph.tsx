import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { RunGraph } from './editor/run-graph.tsx'

const noSteps = [] as const

/** The graph of a workflow to look at, without a run. It fills the height of what is around it. */
export function WorkflowGraph({ definition }: { definition: WorkflowDefinition }) {
  return <RunGraph definition={definition} steps={noSteps} />
}
