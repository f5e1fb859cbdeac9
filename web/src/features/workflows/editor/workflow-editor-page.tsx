import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { useObjectName } from '../../../ui/page/object-names.ts'
import { Page, useDocumentTitle } from '../../../ui/page/page.tsx'
import { workflowQuery } from '../api.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { EditorContext } from './editor-context.ts'
import { EditorHead } from './editor-head.tsx'
import type { StepTypes } from './graph/ports.ts'
import { stepTypesQuery, toTypes } from './step-types.ts'
import { useArranged } from './use-arranged.ts'
import { useEditor } from './use-editor.ts'
import { webhookCheckOf } from '../detail/webhook-call.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { Workspace } from './workspace.tsx'
import classes from './editor.module.css'

const AddStepDialog = lazy(async () => ({ default: (await import('./palette/add-step-dialog.tsx')).AddStepDialog }))
const SecretDialog = lazy(async () => ({ default: (await import('../secret-dialog.tsx')).SecretDialog }))

const route = getRouteApi('/org/$orgSlug/workflows/$workflowId/edit')

/** /org/{slug}/workflows/{id}/edit: the steps of a workflow are drawn, tested and published. */
export function WorkflowEditorPage() {
  const { workflowId } = route.useParams()
  // The editor must start from the current version, not from a cached one.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...workflowQuery(workflowId), refetchOnMount: 'always' })
  const types = useQuery(stepTypesQuery)
  useObjectName(workflowId, data?.name)
  const failure = (data ? null : error) ?? (types.data ? null : types.error)
  if (failure)
    return (
      <Page title={t('Workflow')}>
        <ErrorState
          error={failure}
          title={t('The workflow could not be loaded')}
          onRetry={() => {
            void refetch()
            void types.refetch()
          }}
        />
      </Page>
    )
  if (!data || !types.data || !isFetchedAfterMount) return <EditorSkeleton />
  return <ArrangedEditor key={data.id} workflow={data} types={toTypes(types.data)} />
}

interface LoadedProps {
  workflow: WorkflowDetail
  types: StepTypes
}

/** Starts with the first version loaded: later saves come from the editor itself and must not restart it. */
function ArrangedEditor({ workflow, types }: LoadedProps) {
  const [first] = useState(workflow)
  const draft = useArranged(first.draft, types)
  return draft ? <LoadedEditor initial={{ ...first, draft }} types={types} /> : <EditorSkeleton />
}

function LoadedEditor({ initial, types }: { initial: WorkflowDetail; types: StepTypes }) {
  const editor = useEditor(initial, types)
  useEditorKeys(editor)
  useDocumentTitle(editor.name)
  const { rotate: made } = editor.secret
  const secret = editor.firstSecret ?? made.data?.secret
  return (
    <EditorContext value={editor}>
      <div className={classes.editor}>
        <EditorHead />
        <ConflictNotice />
        {editor.refusal && <p className={classes.readOnly}>{editor.refusal}.</p>}
        <Workspace />
        {editor.adding && (
          <Suspense fallback={null}>
            <AddStepDialog />
          </Suspense>
        )}
        <Suspense fallback={null}>
          {secret !== undefined && (
            <SecretDialog
              secret={secret}
              url={editor.workflow.webhookUrl}
              check={webhookCheckOf(editor.graph.definition)}
              onClose={() => {
                editor.setFirstSecret(undefined)
                made.reset()
              }}
            />
          )}
        </Suspense>
      </div>
    </EditorContext>
  )
}

function EditorSkeleton() {
  return (
    <div className={classes.editor} aria-busy>
      <div className={classes.head}>
        <div className={classes.headWords}>
          <Skeleton height={18} width={200} />
          <Skeleton height={12} width={120} mt={8} />
        </div>
      </div>
      <div className={classes.workspace}>
        <div className={classes.palette}>
          <Skeleton height={320} radius={8} />
        </div>
        <div className={classes.stage} />
        <div className={classes.form}>
          <Skeleton height={240} radius={8} />
        </div>
      </div>
    </div>
  )
}
