import { Button } from '@mantine/core'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { plural, t } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { disconnect, findStep } from '../graph/edit-graph.ts'
import type { Place } from '../graph/edit-graph.ts'
import { portsOf } from '../graph/ports.ts'
import { portLabels } from '../port-labels.ts'
import { SettingsForm } from './settings-form.tsx'
import { StepForm } from './step-form.tsx'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

/** The panel beside the canvas: the form of the selected step, edge or steps, else that of the workflow. */
export function SelectionPanel() {
  const { graph } = useEditorContext()
  const { selected, way, definition } = graph
  const step = selected.length === 1 ? findStep(definition, selected[0] ?? null) : undefined
  if (step) return <StepForm step={step} />
  if (selected.length > 1) return <ManySteps count={selected.length} />
  return way ? <WayPanel way={way} /> : <SettingsForm />
}

function ManySteps({ count }: { count: number }) {
  const { duplicate, remove, refusal } = useEditorContext()
  return (
    <section className={styles.stackWide} aria-label={t('Selection')}>
      <h2 className={classes.title}>{plural(count, { one: '{count} step selected', other: '{count} steps selected' })}</h2>
      {!refusal && (
        <div className={styles.wrapped}>
          <Button variant="default" leftSection={<IconCopy size={15} stroke={1.7} aria-hidden />} onClick={() => duplicate()}>
            {t('Duplicate')}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />} onClick={() => remove()}>
            {t('Delete')}
          </Button>
        </div>
      )}
      <p className={styles.hint}>{t('Ctrl+C copies them, for another workflow too.')}</p>
    </section>
  )
}

function WayPanel({ way }: { way: Place }) {
  const { graph, types, refusal, setAdding } = useEditorContext()
  const { definition } = graph
  const from = findStep(definition, way.from)
  const edge = definition.edges.find((each) => each.from === way.from && each.port === way.port)
  const port = from && portsOf(from, types.get(from.type)).find((each) => each.port === way.port)
  return (
    <section className={styles.stackWide} aria-label={t('Connection')}>
      <div>
        <h2 className={classes.title}>{port ? portLabels(port) : way.port}</h2>
        <p className={styles.text18}>
          {t('From {from} to {to}', { from: from?.name ?? '', to: findStep(definition, edge?.to ?? null)?.name ?? '' })}
        </p>
      </div>
      {!refusal && (
        <div className={styles.wrapped}>
          <Button variant="default" leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />} onClick={() => setAdding({ place: way })}>
            {t('Add a step here')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => graph.change((now) => disconnect(now, way))}
          >
            {t('Delete the connection')}
          </Button>
        </div>
      )}
    </section>
  )
}
