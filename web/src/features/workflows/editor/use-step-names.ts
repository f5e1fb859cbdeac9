import { useQueries } from '@tanstack/react-query'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { choicesQuery, isChoiceKind } from './form/choices.ts'
import type { NameOf } from './graph/describe-step.ts'
import type { StepTypes } from './graph/ports.ts'

const shown: ReadonlySet<string> = new Set(['agent', 'workflow', 'segment', 'campaign', 'whatsappTemplate'])

/** The names of agents, workflows etc. in a definition; loads only the lists that it references. */
export function useStepNames(definition: WorkflowDefinition, types: StepTypes): NameOf {
  const named = definition.steps.flatMap(({ type }) => types.get(type)?.form.map(({ kind }) => kind) ?? [])
  const kinds = [...new Set(named)].filter((kind) => shown.has(kind)).filter(isChoiceKind)
  const lists = useQueries({ queries: kinds.map((kind) => choicesQuery(kind)) })
  return (kind, id) => {
    const at = kinds.findIndex((each) => each === kind)
    return lists[at]?.data?.find(({ value }) => value === id)?.label
  }
}
