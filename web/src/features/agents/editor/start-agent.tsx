import { Button, Select, TextInput } from '@mantine/core'
import { IconSelector, IconSparkles } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agents } from '@imperium/contract/agents.ts'
import type { AgentProposal } from '@imperium/contract/agents.ts'
import { templates } from '@imperium/contract/templates.ts'
import { call } from '../../../lib/api.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { agentTemplatesQuery } from '../api.ts'
import { failureText } from '../report-failure.ts'
import { valuesOfTemplate } from './agent-form.ts'
import type { AgentValues } from './agent-form.ts'
import classes from './form.module.css'

interface StartAgentProps {
  values: AgentValues
  /** Fills the fields: everything stays editable. */
  onFill: (values: AgentValues) => void
}

/** Models of providers may think for a while. */
const proposeTimeoutMs = 50_000

/** Two quick ways to fill the form: one sentence about the task, or a template. */
export function StartAgent({ values, onFill }: StartAgentProps) {
  const [task, setTask] = useState('')
  const [from, setFrom] = useState<{ kind: 'proposal'; proposal: AgentProposal } | { kind: 'template'; name: string } | null>(null)
  const propose = useMutation({
    mutationFn: (text: string) => call(agents.propose, { body: { text } }, { timeoutMs: proposeTimeoutMs }),
    meta: { silent: true },
    onSuccess: (proposal) => {
      const { name, type, category, description, capabilities, systemPrompt, temperature } = proposal
      onFill({ ...values, name, type, category, description, capabilities, config: { ...values.config, systemPrompt, temperature } })
      setFrom({ kind: 'proposal', proposal })
    },
  })
  const ask = () => task.trim() !== '' && !propose.isPending && propose.mutate(task.trim())
  return (
    <section className={classes.start} aria-label={t('Start with')}>
      <div className={classes.startRow}>
        <TextInput
          className={classes.startTask ?? ''}
          label={t('Describe the task in one sentence')}
          placeholder={t('Answers customers about delivery times')}
          maxLength={1000}
          data-autofocus
          value={task}
          onChange={(event) => setTask(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter in this field asks for a proposal; it does not create the agent yet.
            event.preventDefault()
            ask()
          }}
        />
        <Button
          variant="default"
          leftSection={<IconSparkles size={15} stroke={1.7} aria-hidden />}
          disabled={task.trim() === '' || propose.isPending}
          onClick={ask}
        >
          {propose.isPending ? t('Proposing...') : t('Propose')}
        </Button>
      </div>
      <TemplateSelect
        onPick={(name, content) => {
          onFill(valuesOfTemplate(values, name, content))
          setFrom({ kind: 'template', name })
          propose.reset()
        }}
      />
      <div role="status">
        {propose.error && (
          <Notice tone="bad" title={t('No proposal')}>
            {failureText(t('The agent could not be proposed'), propose.error)}
          </Notice>
        )}
        {!propose.error && from?.kind === 'proposal' && <ProposalNotice proposal={from.proposal} />}
        {!propose.error && from?.kind === 'template' && (
          <p className={classes.hint}>
            {t('Filled in from the template {name}. Change what you like before you save.', { name: translateMessage(from.name) })}
          </p>
        )}
      </div>
    </section>
  )
}

function ProposalNotice({ proposal: { model, reason } }: { proposal: AgentProposal }) {
  if (reason !== null)
    return (
      <Notice tone="info" title={t('Proposed by built-in rules')}>
        {translateMessage(reason)} {t('Check the fields below, or fix the model and propose again.')}
      </Notice>
    )
  return <p className={classes.hint}>{t('Proposed by {model}. Change what you like before you save.', { model: model ?? '' })}</p>
}

function TemplateSelect({ onPick }: { onPick: (name: string, content: unknown) => void }) {
  const list = useQuery(agentTemplatesQuery)
  const [key, setKey] = useState<string | null>(null)
  const read = useMutation({
    mutationFn: (chosen: string) => call(templates.read, { params: { key: chosen } }),
    meta: { failure: t('This template could not be loaded') },
    onSuccess: ({ name, content }) => onPick(translateMessage(name), content),
  })
  const rows = list.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Select
      label={t('Or start from a template')}
      placeholder={t('Choose a template')}
      data={rows.map((each) => ({ value: each.key, label: translateMessage(each.name) }))}
      value={key}
      searchable
      disabled={read.isPending}
      rightSection={<IconSelector size={15} stroke={1.7} aria-hidden />}
      onChange={(next) => {
        setKey(next)
        if (next !== null) read.mutate(next)
      }}
    />
  )
}
