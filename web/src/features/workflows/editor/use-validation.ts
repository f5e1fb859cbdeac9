import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GraphProblem, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../../lib/api.ts'

const quietMs = 500

/** Problems that prevent publishing, validated by the server a moment after each change; `known` is the result at page load. */
export function useValidation(definition: WorkflowDefinition, known: readonly GraphProblem[]): readonly GraphProblem[] {
  const [start] = useState(definition)
  const [settled, setSettled] = useState(definition)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(definition), quietMs)
    return () => clearTimeout(timer)
  }, [definition])
  const { data } = useQuery({
    queryKey: ['workflows', 'validate', settled],
    queryFn: ({ signal }) => call(workflows.validate, { body: { definition: settled } }, { signal }),
    enabled: settled !== start,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    meta: { silent: true },
  })
  if (settled === start) return known
  // Drops problems of deleted steps.
  const ids = new Set(definition.steps.map(({ id }) => id))
  return (data?.problems ?? known).filter(({ stepId }) => stepId === null || ids.has(stepId))
}
