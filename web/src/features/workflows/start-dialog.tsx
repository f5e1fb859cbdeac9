import { JsonInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { call, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { refreshRuns, refreshWorkflows } from './api.ts'
import { readJson } from './read-json.ts'
import styles from '../../ui/styles.module.css'
import classes from './workflows.module.css'

const samplesQuery = (id: string) => ({ ...query(workflowRuns.samples, { params: { id } }), meta: { silent: true } })

interface StartDialogProps {
  workflow: Pick<Workflow, 'id' | 'name'>
  onClose: () => void
}

/** Starts the published version manually, with a trigger input. */
export function StartDialog({ workflow, onClose }: StartDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const samples = useQuery(samplesQuery(workflow.id))
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const text = typed ?? JSON.stringify(samples.data?.trigger ?? {}, null, 2)
  const start = useMutation({
    mutationFn: (input: Json) => call(workflowRuns.start, { params: { id: workflow.id }, body: { input } }),
    meta: { failure: t('The workflow could not be started') },
    onSuccess: ({ runId }) => {
      refreshRuns(client)
      refreshWorkflows(client)
      void navigate({ to: '/org/$orgSlug/workflows/runs/$runId', params: { orgSlug, runId } })
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Run {name}', { name: workflow.name })}
      onSubmit={(event) => {
        event.preventDefault()
        const input = readJson(text)
        setIsWrong(input === undefined)
        if (input !== undefined) start.mutate(input)
      }}
      submitLabel={t('Run for real')}
      busyLabel={t('Starting...')}
      busy={start.isPending}
      width={560}
    >
      <p className={styles.text}>
        {t('The published version runs: messages are sent and systems are called. To try it without effects, simulate it in the editor.')}
      </p>
      <JsonInput
        label={t('Input')}
        description={t('The {{ trigger }} data for the steps, as JSON.')}
        data-autofocus
        autosize
        minRows={6}
        maxRows={16}
        formatOnBlur
        classNames={{ input: classes.json ?? '' }}
        value={text}
        error={isWrong && t('This is not valid JSON')}
        onChange={(next) => {
          setIsWrong(false)
          setTyped(next)
        }}
      />
    </FormDialog>
  )
}
