import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { ApiError } from '../../lib/api-error.ts'
import { fieldErrors } from './field-errors.ts'

type FormValues = Record<string, unknown>

interface ContractForm<Values extends FormValues> {
  initialValues: Values
  /** A schema of the contract, or one made of its parts; its messages stand below the fields. */
  schema: z.ZodType
  /** Turns what the fields hold into what the schema checks, where they differ. */
  toBody?: (values: Values) => unknown
}

/** A form checked by the contract's own schema: the same rules and words as on the server. Checked on submit: a message that appears as a field loses focus would move the button just being clicked. */
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

/** Puts the server's field messages (422, and a 409 that names its field) below their fields. Answers whether any belonged to one. */
export function showFieldErrors<Values extends FormValues>(form: UseFormReturnType<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) return false
  form.setErrors(error.fields)
  return Object.keys(error.fields).length > 0
}
