import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Json, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OfficialTemplate, WorkflowContent } from '../contents.ts'

type Step = Partial<Omit<WorkflowStep, 'id' | 'type' | 'name' | 'config'>> & {
  type: string
  name: string
  config?: Record<string, Json>
  /** Column and row of the drawing. */
  at: readonly [number, number]
}

interface Given extends Pick<OfficialTemplate, 'key' | 'name' | 'description' | 'tags' | 'icon'> {
  steps: Record<string, Step>
  /** `step` or `step.port`, an arrow, and its target. */
  edges: readonly `${string} > ${string}`[]
  references?: WorkflowContent['references']
}

/** The user of the template: `use-template.ts` inserts them. */
export const you = { 'members:You': { kind: 'members', name: 'You' } } as const

const columnWidth = 280
const rowHeight = 112

export function workflowTemplate({ steps, edges, references = {}, ...about }: Given): Omit<OfficialTemplate, 'included'> {
  const definition = WorkflowDefinition.parse({
    steps: Object.entries(steps).map(
      ([
        id,
        {
          at: [column, row],
          ...step
        },
      ]) => ({
        id,
        ...step,
        position: { x: column * columnWidth, y: row * rowHeight },
      }),
    ),
    edges: edges.map((text) => {
      const [way = '', to = ''] = text.split(' > ')
      const [from = '', port = 'next'] = way.split('.')
      return { from, port, to }
    }),
  })
  return { ...about, category: 'workflow', content: JSON.parse(JSON.stringify({ definition, references })) as Json }
}
