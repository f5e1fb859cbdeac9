import { Select } from '@mantine/core'
import type { WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { t } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { canConnect, connect, disconnect } from '../graph/edit-graph.ts'
import { portsOf } from '../graph/ports.ts'
import { portLabels } from '../port-labels.ts'
import classes from './form.module.css'

const newStep = '+'

/** The target of each port of the step: edits edges without a pointer. */
export function Connections({ step }: { step: WorkflowStep }) {
  const { graph, types, refusal, isTrigger, setAdding } = useEditorContext()
  const { definition } = graph
  const ports = portsOf(step, types.get(step.type))
  if (ports.length === 0) return null
  const targetOf = (port: string) => definition.edges.find((edge) => edge.from === step.id && edge.port === port)?.to ?? null
  const choices = (port: string) => [
    { value: newStep, label: t('A new step...') },
    ...definition.steps
      .filter(({ id }) => id === targetOf(port) || canConnect(definition, step.id, id, isTrigger))
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  function lead(port: string, to: string | null): void {
    const place = { from: step.id, port }
    if (to === newStep) return setAdding({ place })
    graph.change((now) => (to === null ? disconnect(now, place) : connect(now, place, to)))
  }
  return (
    <div className={classes.section} role="group" aria-label={t('Connections')}>
      {ports.map((port) => (
        <Select
          key={port.port}
          label={ports.length === 1 ? t('Connect to') : t('{port}: connect to', { port: portLabels(port) })}
          placeholder={t('Ends here')}
          data={choices(port.port)}
          value={targetOf(port.port)}
          onChange={(next) => lead(port.port, next)}
          clearable
          searchable
          disabled={refusal !== undefined}
        />
      ))}
    </div>
  )
}
