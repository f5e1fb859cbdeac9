import type { DecimalInputProps } from '../../../ui/form/decimal-input.tsx'
import type { EditorForm } from './editor-form.ts'

type NumberProps = Pick<DecimalInputProps, 'value' | 'onChange' | 'error'>

/**
 * A number of the campaign, for its field. Emptied, or holding what is no number, it is a change as well, that the contract refuses below the
 * field: it must not look saved while the old number counts.
 */
export function numberProps(form: EditorForm, path: string): NumberProps {
  const { value, onChange, error } = form.getInputProps(path) as NumberProps
  return { value, onChange, error }
}
