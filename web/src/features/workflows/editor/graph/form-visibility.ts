import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { readAt } from './config-path.ts'
import type { Config } from './config-path.ts'

/** Whether a field of a form is asked for, given what the others hold. */
export function isShown({ when }: FormField, config: Config): boolean {
  if (!when) return true
  const value = readAt(config, when.path)
  return when.in.some((each) => each === value || (each === false && value === undefined))
}
