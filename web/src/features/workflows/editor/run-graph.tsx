import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Canvas } from './canvas/canvas.tsx'
import { stepTypesQuery, toTypes } from './step-types.ts'
import type { StepTypes } from './graph/ports.ts'
import { overlayOf } from './graph/run-overlay.ts'
import { useArranged } from './use-arranged.ts'

interface RunGraphProps {
  definition: WorkflowDefinition
  steps: readonly StepRun[]
  /** The selected step. */
  selected?: string | null
  onSelect?: (stepId: string | null) => void
}

const none = new Map()

/** The graph of a run, coloured by the outcome of each step. Fills the height of its container. */
export function RunGraph({ definition, steps, selected = null, onSelect }: RunGraphProps) {
  const { data, error, refetch } = useQuery(stepTypesQuery)
  if (error && !data) return <ErrorState error={error} title={t('The steps could not be loaded')} onRetry={() => void refetch()} plain />
  if (!data) return <Skeleton height="100%" radius={12} />
  return <Drawn definition={definition} steps={steps} selected={selected} onSelect={onSelect} types={toTypes(data)} />
}

interface DrawnProps extends Pick<RunGraphProps, 'definition' | 'steps'> {
  selected: string | null
  onSelect: RunGraphProps['onSelect']
  types: StepTypes
}

function Drawn({ definition, steps, selected, onSelect, types }: DrawnProps) {
  const arranged = useArranged(definition, types)
  if (!arranged) return <Skeleton height="100%" radius={12} />
  return (
    <Canvas
      definition={arranged}
      types={types}
      problems={none}
      overlay={overlayOf(steps)}
      selected={selected ? [selected] : []}
      way={null}
      onSelect={(ids) => onSelect?.(ids.at(-1) ?? null)}
      onSelectWay={() => undefined}
      onOpen={() => undefined}
      edits={null}
    />
  )
}
