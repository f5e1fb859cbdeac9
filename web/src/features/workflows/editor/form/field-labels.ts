import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { translateMessage } from '../../../../lib/words.ts'

/** The hint of a field in the language of the page; undefined without a hint. */
export const hintOf = ({ hint }: FormField): string | undefined => (hint === '' ? undefined : translateMessage(hint))

export const labelOf = (field: FormField) => ({
  label: translateMessage(field.label),
  description: hintOf(field),
  withAsterisk: field.required,
})

/** A value as text of a field. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
