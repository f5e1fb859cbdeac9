import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { readAt } from './config-path.ts'
import type { Config } from './config-path.ts'

/** True if a form's field is shown, given the other values. */
export function isShown({ when }: FormField, config: Config): boolean {
  if (!when) return true
  const value = readAt(config, when.path)
  return when.in.some((each) => each === value || (each === false && value === undefined))
}
