import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { readRunInput, writeRunInput } from './read-run-input.ts'
import type { InputKind, RunBody } from './read-run-input.ts'
import { reportFailure } from '../report-failure.ts'
import { RunDetails } from './run-details.tsx'
import { ModelWarning, Refusal } from './run-warnings.tsx'
import type { AgentActions } from '../use-agent-actions.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

interface RunTabProps {
  agent: Agent
  view: AgentsView
  actions: AgentActions
}

/** The input box of the agent and below it the current run: live, and restored after a reload (`?run=`). */
export function RunTab({ agent, view, actions }: RunTabProps) {
  const { search, change } = view
  const client = useQueryClient()
  const [kind, setKind] = useState<InputKind>('text')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const refusal = useRunRefusal(agent.status)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // The Run button had the focus and is gone now; keep the focus on a tab for keyboard users who move along the tabs.
    if (document.activeElement?.getAttribute('role') !== 'tab') box.current?.focus()
  }, [])
  const start = useMutation({
    mutationFn: (input: RunBody) => call(runs.execute, { params: { id: agent.id }, body: { input } }),
    meta: { silent: true },
    onSuccess: ({ runId }) => {
      change({ tab: 'run', run: runId }, true)
      void client.invalidateQueries({ queryKey: keyOf(runs.listForAgent) })
    },
    onError: (error) => reportFailure(t('The agent could not be started'), error),
  })

  function run(): void {
    const read = readRunInput(kind, typed)
    setProblem(read.ok ? null : read.message)
    if (read.ok && refusal === undefined && !start.isPending) start.mutate(read.input)
  }

  function runAgain(earlier: Run): void {
    const written = writeRunInput(earlier.input)
    setKind(written.kind)
    setTyped(written.typed)
    const read = readRunInput(written.kind, written.typed)
    if (read.ok) start.mutate(read.input)
  }

  function runOnKeys(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    run()
  }

  return (
    <div className={`${styles.stackWide} ${classes.part}`}>
      <Refusal agent={agent} refusal={refusal} actions={actions} />
      <ModelWarning model={agent.model} />
      <form
        className={styles.stack10}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <Textarea
          ref={box}
          label={t('Input')}
          placeholder={kind === 'json' ? '{ "company": "Acme" }' : t('What should the agent do?')}
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          value={typed}
          error={problem}
          disabled={refusal !== undefined}
          classNames={{ input: kind === 'json' ? (classes.json ?? '') : '' }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
          }}
          onKeyDown={runOnKeys}
        />
        <div className={styles.line10}>
          <SegmentedControl
            aria-label={t('Kind of input')}
            value={kind}
            onChange={(next) => setKind(next === 'json' ? 'json' : 'text')}
            data={[
              { value: 'text', label: t('Text') },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <span className={classes.keys}>
            <Kbd keys="mod+enter" />
          </span>
          <Button
            type="submit"
            leftSection={<IconPlayerPlay size={15} stroke={1.7} aria-hidden />}
            disabled={refusal !== undefined || start.isPending}
            title={refusal}
          >
            {start.isPending ? t('Starting...') : t('Run')}
          </Button>
        </div>
      </form>
      {search.run && (
        <RunDetails
          key={search.run}
          id={search.run}
          onChange={view.change}
          {...(refusal === undefined && !start.isPending ? { onRunAgain: runAgain } : {})}
        />
      )}
    </div>
  )
}
