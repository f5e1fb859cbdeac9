import { t, translateMessage } from '../../../lib/words.ts'
import type { StepPort } from './graph/ports.ts'

/** A way out in the language of the page; names of cases and branches are what the person wrote. */
export function portWords({ port, label, isOwn }: StepPort): string {
  if (port === 'error') return t('Error||way out of a step')
  return isOwn ? label : translateMessage(label)
}
