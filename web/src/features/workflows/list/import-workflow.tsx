import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { WorkflowFile, workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { ImportButton } from '../../../ui/form/import-button.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { refreshWorkflows, workflowQuery } from '../api.ts'

/** Creates a draft from an exported file, of this or another installation. */
export function ImportWorkflow({ refusal }: { refusal: string | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const load = useMutation({
    mutationFn: (body: WorkflowFile) => call(workflows.import, { body }),
    meta: { failure: t('The workflow could not be imported'), success: t('Workflow imported as a draft') },
    onSuccess: (saved) => {
      client.setQueryData(workflowQuery(saved.id).queryKey, saved)
      refreshWorkflows(client)
      void navigate({ href: `/org/${orgSlug}/workflows/${saved.id}/edit` })
    },
  })
  return (
    <ImportButton
      schema={WorkflowFile}
      wrongFile={(file) => t('{file} is not a workflow that was exported from Imperium.', { file })}
      onContent={load.mutate}
      disabled={load.isPending}
      refusal={refusal}
    />
  )
}
