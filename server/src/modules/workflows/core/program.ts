import type { Json, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Templates } from '../../../platform/text/liquid.ts'
import type { StepDefinition } from '../steps/step-type.ts'
import { compileConfig } from './resolve-config.ts'
import type { TemplateView } from './resolve-config.ts'

/** A step of a definition, ready to be run. */
export interface ProgramStep {
  id: string
  name: string
  type: string
  definition: StepDefinition
  /** Port to the step it leads to. */
  next: ReadonlyMap<string, string>
  onError: WorkflowStep['onError']
  retry: WorkflowStep['retry']
  /** Configuration with its templates filled in, as the type's schema reads it. @throws TemplateError, StepConfigError */
  resolve(view: TemplateView): unknown
}

export interface Program {
  trigger: ProgramStep
  steps: ReadonlyMap<string, ProgramStep>
  settings: WorkflowDefinition['settings']
  /** Of the trigger's data, for the concurrency key. */
  definition: WorkflowDefinition
}

/** A configuration that is not what the type asks for once its templates are filled in. */
export class StepConfigError extends Error {
  override readonly name = 'StepConfigError'
}

/** A definition that cannot be run at all; published ones always can. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
}

/** Compiles a definition once; many runs share it. @throws ProgramError where a type is unknown or there is no trigger. */
export function compileProgram(types: ReadonlyMap<string, StepDefinition>, templates: Templates, definition: WorkflowDefinition): Program {
  const steps = new Map(definition.steps.map((step) => [step.id, compileStep(types, templates, definition, step)]))
  const trigger = [...steps.values()].find((step) => step.definition.about.isTrigger)
  if (!trigger) throw new ProgramError('The workflow has no trigger')
  return { trigger, steps, settings: definition.settings, definition }
}

function compileStep(
  types: ReadonlyMap<string, StepDefinition>,
  templates: Templates,
  { edges }: WorkflowDefinition,
  step: WorkflowStep,
): ProgramStep {
  const definition = types.get(step.type)
  if (!definition) throw new ProgramError(`There is no step of type ${step.type}`)
  const config = compileConfig(templates, step.config, definition.verbatim)
  const parse = (value: Json): unknown => {
    const result = definition.config.safeParse(value)
    if (result.success) return result.data
    const [issue] = result.error.issues
    throw new StepConfigError(`${issue?.path.join('.') || 'configuration'}: ${issue?.message ?? 'not valid'}`)
  }
  let constant: { value: unknown } | undefined
  return {
    id: step.id,
    name: step.name,
    type: step.type,
    definition,
    next: new Map(edges.filter((edge) => edge.from === step.id).map((edge) => [edge.port, edge.to])),
    onError: step.onError,
    retry: step.retry,
    resolve: (view) => {
      if (!config.isConstant) return parse(config.resolve(view))
      constant ??= { value: parse(step.config) }
      return constant.value
    },
  }
}
