import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import type { DataSource } from '../graph/data-tree.ts'

/** What every field of a step's form gets. */
export interface FieldProps {
  field: FormField
  value: Json | undefined
  /** undefined: the entry is taken out, and the step type's default counts. */
  onChange: (value: Json | undefined) => void
  error: string | undefined
  disabled: boolean
  /** The data that a template can reference. */
  sources: readonly DataSource[]
}
