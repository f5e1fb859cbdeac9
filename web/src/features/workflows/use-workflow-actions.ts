import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { notify } from '../../lib/notify.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { dropWorkflow, keepWorkflow, refreshRuns, refreshWorkflows } from './api.ts'

interface AfterAction {
  onDuplicated?: (copy: Workflow) => void
  onDeleted?: () => void
}

/** The actions of a workflow's card and page. */
export function useWorkflowActions({ onDuplicated, onDeleted }: AfterAction = {}) {
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (workflow: Workflow) => call(workflows.toggle, { params: { id: workflow.id } }),
    meta: { failure: t('The workflow could not be changed') },
    onSuccess: (saved) => {
      keepWorkflow(client, saved)
      notify.success(saved.status === 'paused' ? t('Workflow paused') : t('Workflow activated'))
    },
  })
  const duplicate = useMutation({
    mutationFn: (workflow: Workflow) => call(workflows.duplicate, { params: { id: workflow.id } }),
    meta: { failure: t('The workflow could not be duplicated'), success: t('Workflow duplicated') },
    onSuccess: (copy) => {
      refreshWorkflows(client)
      onDuplicated?.(copy)
    },
  })
  const remove = useMutation({
    mutationFn: (workflow: Workflow) => call(workflows.remove, { params: { id: workflow.id } }),
    meta: { failure: t('The workflow could not be deleted'), success: t('Workflow deleted') },
    onSuccess: (_nothing, { id }) => {
      onDeleted?.()
      dropWorkflow(client, id)
      refreshRuns(client)
    },
  })

  async function confirmAndRemove(workflow: Workflow): Promise<void> {
    const message = t('Are you sure you want to delete this workflow? Active runs are cancelled. The run history stays.')
    if (await confirm({ title: t('Delete workflow'), message, action: t('Delete') })) remove.mutate(workflow)
  }

  return {
    toggle: (workflow: Workflow) => toggle.mutate(workflow),
    duplicate: (workflow: Workflow) => duplicate.mutate(workflow),
    remove: (workflow: Workflow) => void confirmAndRemove(workflow),
    exportFile: (workflow: Workflow) =>
      void downloadFile(workflows.export, { params: { id: workflow.id } }).catch((error: unknown) =>
        reportError(error, t('The workflow could not be exported')),
      ),
    busy: toggle.isPending || duplicate.isPending || remove.isPending,
  }
}

export type WorkflowActions = ReturnType<typeof useWorkflowActions>
