import { t, translateMessage } from '../../../lib/words.ts'
import type { StepPort } from './graph/ports.ts'

/** The label of a port in the language of the page; names of cases and branches stay as the user typed them. */
export function portLabels({ port, label, isOwn }: StepPort): string {
  if (port === 'error') return t('Error||way out of a step')
  return isOwn ? label : translateMessage(label)
}
