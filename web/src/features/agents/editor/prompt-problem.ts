import { unknownVariables } from '@imperium/contract/agents/prompt-variables.ts'
import { t } from '../../../lib/words.ts'

/** What to look at in a prompt before it is used; null when nothing stands out. */
export function promptProblem(prompt: string): string | null {
  if (prompt.trim() === '') return t('The prompt is empty: the model answers without any instructions.')
  const unknown = unknownVariables(prompt)
  if (unknown.length === 0) return null
  const names = unknown.map((name) => `{{${name}}}`).join(', ')
  return t('Unknown variables: {names}. They are sent to the model unchanged.', { names })
}
