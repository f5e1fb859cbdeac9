import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { validateDefinition } from '../core/validate.ts'
import { findWorkflow } from '../definitions/store.ts'
import type { Engine, StartedRun } from '../engine/engine.ts'
import { stepTypes } from '../steps/index.ts'
import { starterOf } from './starter-of.ts'

const shown = ({ runId, status }: StartedRun) => ({ runId, status })

/** Starts the published version. @throws 404, 409 without one */
export async function startManually(engine: Engine, context: OrgContext, id: string, input: Json) {
  const { tx, audit } = context
  const workflow = await findWorkflow(tx, id)
  if (!workflow) throw notFound()
  if (workflow.version === null) throw conflict('This workflow has not been published yet.')
  audit({ targetName: workflow.name })
  const { version } = workflow
  return shown(
    await engine.startIn(tx, {
      workflowId: id,
      version,
      trigger: 'manual',
      input,
      ...starterOf(context),
    }),
  )
}

interface TestBody {
  definition?: WorkflowDefinition | undefined
  input: Json
  effects: 'sample' | 'real'
  until?: string | undefined
}

/** Runs a draft without publishing it. @throws 404; 422 naming its problems */
export async function testDraft(engine: Engine, context: OrgContext, id: string, body: TestBody) {
  const { tx, audit } = context
  const workflow = await findWorkflow(tx, id)
  if (!workflow) throw notFound()
  const definition = body.definition ?? workflow.draft
  const problems = validateDefinition(stepTypes, await loadTemplates(), definition)
  if (problems.length > 0)
    throw invalid(problems.slice(0, 50).map(({ stepId, path, message }) => ({ path: [stepId, path].filter(Boolean).join('.'), message })))
  audit({ targetName: workflow.name })
  return shown(
    await engine.startIn(tx, {
      workflowId: id,
      version: null,
      definition,
      trigger: 'test',
      input: inputOr(definition, body.input),
      isTest: true,
      ...starterOf(context),
      sampleEffects: body.effects === 'sample',
      ...(body.until === undefined ? {} : { until: body.until }),
    }),
  )
}

/** The given input, or the sample of the trigger. */
function inputOr(definition: WorkflowDefinition, input: Json): Json {
  const isEmpty = typeof input === 'object' && input !== null && Object.keys(input).length === 0
  return isEmpty ? sampleInput(definition) : input
}

export function sampleInput({ steps }: WorkflowDefinition): Json {
  const trigger = steps.map((step) => stepTypes.get(step.type)).find((type) => type?.about.isTrigger)
  return trigger?.about.sample ?? {}
}
