import { MergeFieldMenu } from '../../../ui/form/merge-field-menu.tsx'
import type { MergeField } from '../../../ui/form/merge-field.ts'
import { useMergeFields } from './merge-fields.ts'

function templateOf({ name, fallback }: MergeField): string {
  const value = name === 'tags' ? "tags | join: ', '" : name
  return fallback === undefined ? `{{ ${value} }}` : `{{ ${value} | default: "${fallback}" }}`
}

interface VariableMenuProps {
  onPick: (template: string) => void
  label: string
  /** Icon only, inside a field. */
  compact?: boolean
}

/** All variables that are filled in for each contact, as templates. */
export const VariableMenu = ({ onPick, label, compact = false }: VariableMenuProps) => (
  <MergeFieldMenu fields={useMergeFields()} onPick={(field) => onPick(templateOf(field))} label={label} compact={compact} />
)
