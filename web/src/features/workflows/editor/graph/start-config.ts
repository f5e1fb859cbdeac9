import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { readAt, writeAt } from './config-path.ts'
import type { Config } from './config-path.ts'
import { isShown } from './form-visibility.ts'

/**
 * Initial configuration of a step: the type's defaults, the first option of each choice without one, one day for a
 * required duration, and the user's time zone.
 */
export function startConfig({ form, defaults }: Pick<StepType, 'form' | 'defaults'>, timeZone: string): Config {
  return form.reduce((config: Config, field) => {
    if (!isShown(field, config)) return config
    const value = readAt(config, field.path)
    if (field.kind === 'timezone' && (value === undefined || value === 'UTC')) return writeAt(config, field.path, timeZone)
    if (value !== undefined) return config
    if (field.kind === 'select' && field.options[0]) return writeAt(config, field.path, field.options[0].value)
    return field.kind === 'duration' && field.required ? writeAt(config, field.path, { amount: 1, unit: 'days' }) : config
  }, defaults)
}
