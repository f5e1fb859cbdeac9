import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { WorkflowFile, workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { refreshWorkflows, workflowQuery } from '../api.ts'

const mostBytes = 1024 * 1024

/** Parses a workflow file; null if it is not a workflow. */
async function readWorkflowFile(file: File): Promise<WorkflowFile | null> {
  if (file.size > mostBytes) return null
  try {
    return WorkflowFile.parse(JSON.parse(await file.text()))
  } catch (error) {
    console.warn('The file is no workflow.', error)
    return null
  }
}

/** Creates a draft from an exported file, of this or another installation. */
export function ImportWorkflow({ refusal }: { refusal: string | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const reset = useRef<() => void>(null)
  const load = useMutation({
    mutationFn: (body: WorkflowFile) => call(workflows.import, { body }),
    meta: { failure: t('The workflow could not be imported'), success: t('Workflow imported as a draft') },
    onSuccess: (saved) => {
      client.setQueryData(workflowQuery(saved.id).queryKey, saved)
      refreshWorkflows(client)
      void navigate({ href: `/org/${orgSlug}/workflows/${saved.id}/edit` })
    },
  })

  async function take(file: File | null): Promise<void> {
    reset.current?.()
    if (!file) return
    const content = await readWorkflowFile(file)
    if (content) load.mutate(content)
    else notify.error(t('{file} is not a workflow that was exported from Imperium.', { file: file.name }))
  }

  return (
    <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined || load.isPending}
          title={refusal}
        >
          {t('Import')}
        </Button>
      )}
    </FileButton>
  )
}
