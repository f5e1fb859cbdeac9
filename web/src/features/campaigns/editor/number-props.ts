import type { DecimalInputProps } from '../../../ui/form/decimal-input.tsx'
import type { EditorForm } from './editor-form.ts'

type NumberProps = Pick<DecimalInputProps, 'value' | 'onChange' | 'error'>

/**
 * Props of a number field. An emptied or invalid field also counts as a change that the contract rejects below the
 * field: it must not look saved while the old number is still in effect.
 */
export function numberProps(form: EditorForm, path: string): NumberProps {
  const { value, onChange, error } = form.getInputProps(path) as NumberProps
  return { value, onChange, error }
}
