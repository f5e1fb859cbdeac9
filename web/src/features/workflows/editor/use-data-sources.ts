import { useQuery } from '@tanstack/react-query'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { useEditorContext } from './editor-context.ts'
import { dataSources, hasContent } from './graph/data-sources.ts'
import type { KnownData } from './graph/data-sources.ts'
import type { DataSource } from './graph/data-tree.ts'

const texts = {
  vars: t('Values that were set'),
  loop: t('Loop iteration'),
  run: t('Run||workflow'),
  workflow: t('Workflow'),
  organization: t('Organization'),
  now: t('This moment'),
}

/** The data that templates of a step can reference, from the newest source: the current test, earlier runs, or the step types. */
export function useDataSources(stepId: string): DataSource[] {
  const { graph, types, test, workflow } = useEditorContext()
  const { data } = useQuery({
    ...query(workflowRuns.samples, { params: { id: workflow.id } }),
    staleTime: 5_000,
    meta: { silent: true },
  })
  const tested = Object.fromEntries(
    [...(test.overlay?.steps ?? [])].flatMap(([id, { newest }]) => (newest.output === null ? [] : [[id, newest.output]])),
  )
  const known: KnownData = {
    trigger: (hasContent(test.run?.input ?? undefined) ? test.run?.input : data?.trigger) ?? null,
    steps: { ...data?.steps, ...tested },
  }
  return dataSources(graph.definition, stepId, types, known, texts)
}
