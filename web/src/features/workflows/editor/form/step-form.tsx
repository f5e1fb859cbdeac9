import { ActionIcon, Menu, TextInput, Textarea } from '@mantine/core'
import { IconAlertCircle, IconCopy, IconDots, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Json, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { FormField, StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { readAt, writeAt } from '../graph/config-path.ts'
import type { Config } from '../graph/config-path.ts'
import { changeStep } from '../graph/edit-graph.ts'
import { isShown } from '../graph/form-visibility.ts'
import { problemAt } from '../graph/group-problems.ts'
import { dropLostPorts } from '../graph/ports.ts'
import { idMistake, renameStep } from '../graph/step-ids.ts'
import { StepTile } from '../step-tile.tsx'
import { useDataSources } from '../use-data-sources.ts'
import { Connections } from './connections.tsx'
import { FailureFields } from './failure-fields.tsx'
import { StepField } from './step-field.tsx'
import { StepResult } from './step-result.tsx'
import { WebhookAddress } from './webhook-address.tsx'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

/** The form of a step, generated from its type's fields. */
export function StepForm({ step }: { step: WorkflowStep }) {
  const editor = useEditorContext()
  const { types, graph, refusal, test } = editor
  const type = types.get(step.type)
  const disabled = refusal !== undefined
  const isTrigger = type?.isTrigger ?? false
  return (
    <section className={styles.stackWide} aria-label={t('Step')}>
      <div className={classes.head}>
        <StepTile icon={type?.icon} />
        <div className={styles.grow}>
          <h2 className={classes.title}>{step.name}</h2>
          <p className={styles.text18}>{type ? translateMessage(type.label) : step.type}</p>
        </div>
        {!disabled && <StepMenu step={step} isTrigger={isTrigger} />}
      </div>
      <StepProblems step={step} type={type} />
      <NameField key={step.id} step={step} />
      {type && <ConfigFields step={step} type={type} />}
      {step.type === 'trigger_webhook' && <WebhookAddress />}
      {!isTrigger && (
        <FailureFields
          step={step}
          disabled={disabled}
          onChange={(change) =>
            graph.change((definition) => dropLostPorts(changeStep(definition, step.id, change), step.id, types), {
              kind: `failure ${step.id}`,
            })
          }
        />
      )}
      <Connections step={step} />
      <div className={classes.section}>
        <Textarea
          label={t('Note')}
          description={t('A note for readers of this workflow')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          disabled={disabled}
          value={step.note}
          onChange={(event) => {
            const note = event.currentTarget.value
            graph.change((definition) => changeStep(definition, step.id, { note }), { kind: `note ${step.id}` })
          }}
        />
        <KeyField key={step.id} step={step} />
      </div>
      {test.overlay?.steps.get(step.id) && <StepResult outcome={test.overlay.steps.get(step.id)} />}
    </section>
  )
}

function StepMenu({ step, isTrigger }: { step: WorkflowStep; isTrigger: boolean }) {
  const { duplicate, remove, test } = useEditorContext()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: step.name })}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlayerPlay size={15} stroke={1.7} aria-hidden />}
          onClick={() => (test.setUntil(step.id), test.setOpened(true))}
        >
          {t('Test until here')}
        </Menu.Item>
        {!isTrigger && (
          <Menu.Item leftSection={<IconCopy size={15} stroke={1.7} aria-hidden />} onClick={() => duplicate()}>
            {t('Duplicate')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />} onClick={() => remove([step.id])}>
          {t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Problems that belong to no field. */
function StepProblems({ step, type }: { step: WorkflowStep; type: StepType | undefined }) {
  const { problemsOf } = useEditorContext()
  const paths = (type?.form ?? []).filter((field) => isShown(field, step.config)).map(({ path }) => path)
  const problems = problemsOf.get(step.id) ?? []
  const others = problems.filter((problem) => !paths.some((path) => problemAt([problem], path)))
  return others.map((problem) => (
    <p key={problem.path + problem.message} className={classes.problem}>
      <IconAlertCircle size={16} stroke={1.7} aria-hidden />
      {translateMessage(problem)}
    </p>
  ))
}

function NameField({ step }: { step: WorkflowStep }) {
  const { graph, refusal } = useEditorContext()
  // A step must have a name: an empty field is not taken over.
  const [typed, setTyped] = useState<string | null>(null)
  const change = (name: string) => {
    setTyped(name)
    if (name.trim() !== '') graph.change((definition) => changeStep(definition, step.id, { name }), { kind: `name ${step.id}` })
  }
  return (
    <TextInput
      label={t('Step name')}
      maxLength={100}
      disabled={refusal !== undefined}
      value={typed !== null && typed.trim() === '' ? typed : step.name}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      error={typed !== null && typed.trim() === '' ? t('Name is required') : undefined}
    />
  )
}

function ConfigFields({ step, type }: { step: WorkflowStep; type: StepType }) {
  const { graph, types, problemsOf, refusal } = useEditorContext()
  const sources = useDataSources(step.id)
  const problems = problemsOf.get(step.id) ?? []
  function write(field: FormField, value: Json | undefined): void {
    graph.change(
      (definition) => {
        const now = definition.steps.find(({ id }) => id === step.id)
        if (!now) return definition
        const config = withoutHidden(writeAt(now.config, field.path, value), type)
        return dropLostPorts(changeStep(definition, step.id, { config }), step.id, types)
      },
      { kind: `${step.id} ${field.path}` },
    )
  }
  return type.form
    .filter((field) => isShown(field, step.config))
    .map((field) => {
      const problem = problemAt(problems, field.path)
      return (
        <StepField
          key={`${step.id} ${field.path}`}
          field={field}
          value={readAt(step.config, field.path)}
          onChange={(value) => write(field, value)}
          error={problem && translateMessage(problem)}
          disabled={refusal !== undefined}
          sources={type.isTrigger ? [] : sources}
        />
      )
    })
}

/** Drops hidden fields: a step type rejects unexpected ones. */
function withoutHidden(config: Config, type: StepType): Config {
  return type.form.filter((field) => !isShown(field, config)).reduce((kept, field) => writeAt(kept, field.path, undefined), config)
}

/** The name of the step in templates. */
function KeyField({ step }: { step: WorkflowStep }) {
  const { graph, refusal, isTrigger } = useEditorContext()
  const [typed, setTyped] = useState(step.id)
  const taken = new Set(graph.definition.steps.map(({ id }) => id).filter((id) => id !== step.id))
  const mistake = idMistake(typed, taken)
  if (isTrigger(step.type)) return null
  function rename(): void {
    if (mistake !== null) return setTyped(step.id)
    if (typed !== step.id) graph.change((definition) => renameStep(definition, step.id, typed), { select: [typed] })
  }
  return (
    <TextInput
      label={t('Key in templates')}
      description={t('Later steps read its output as {path}', { path: `steps.${step.id}` })}
      classNames={{ input: classes.code ?? '' }}
      maxLength={40}
      disabled={refusal !== undefined}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      error={
        mistake === 'form'
          ? t('Use lowercase letters, digits and _, starting with a letter')
          : mistake === 'taken'
            ? t('Another step has this key')
            : undefined
      }
    />
  )
}
