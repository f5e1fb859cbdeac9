import { useQuery } from '@tanstack/react-query'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { t } from '../../../lib/words.ts'
import { moveSteps } from './graph/edit-graph.ts'
import { lacksPositions, layOut, layoutInput } from './graph/layout.ts'
import type { StepTypes } from './graph/ports.ts'

/** The definition, with computed positions if its steps have none; undefined until they are computed. Never saved. */
export function useArranged(definition: WorkflowDefinition, types: StepTypes): WorkflowDefinition | undefined {
  const input = layoutInput(definition, types)
  const isBare = lacksPositions(definition)
  const { data, isError } = useQuery({
    queryKey: ['workflow-layout', input],
    queryFn: () => layOut(input),
    enabled: isBare,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: t('The steps could not be arranged') },
  })
  // On one spot is better than not at all.
  if (!isBare || isError) return definition
  return data && moveSteps(definition, data)
}
