import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'

/** A webhook needs a unique path: suggests one from the workflow's name. */
export function suggestPath(definition: WorkflowDefinition, id: string, name: string): WorkflowDefinition {
  const steps = definition.steps.map((step) => {
    if (step.id !== id || step.type !== 'trigger_webhook' || step.config['path']) return step
    const path = name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    return path === '' ? step : { ...step, config: { ...step.config, path: path.slice(0, 80) } }
  })
  return { ...definition, steps }
}
