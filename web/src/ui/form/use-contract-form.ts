import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { ApiError } from '../../lib/api-error.ts'
import { fieldErrors } from './field-errors.ts'

type FormValues = Record<string, unknown>

interface ContractForm<Values extends FormValues> {
  initialValues: Values
  /** A schema of the contract, or one built from its parts; its messages are shown below the fields. */
  schema: z.ZodType
  /** Converts the values to the schema's input, if they differ. */
  toBody?: (values: Values) => unknown
}

/**
 * A form validated by the contract's schema, with the same rules and messages as on the server.
 * Validates on submit: a message that appears on blur would move the button that is being clicked.
 */
export function useContractForm<Values extends FormValues>({
  initialValues,
  schema,
  toBody,
}: ContractForm<Values>): UseFormReturnType<Values> {
  return useForm<Values>({
    mode: 'controlled',
    initialValues,
    clearInputErrorOnChange: true,
    validate: (values) => fieldErrors(schema, toBody ? toBody(values) : values),
  })
}

/** Shows the server's field errors (422, and a 409 that names its field) below their fields. Returns true if any matched a field. */
export function showFieldErrors<Values extends FormValues>(form: UseFormReturnType<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) return false
  form.setErrors(error.fields)
  return Object.keys(error.fields).length > 0
}
