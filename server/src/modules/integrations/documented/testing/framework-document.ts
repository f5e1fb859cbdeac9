interface Called {
  /** Id of the action, and its input. */
  action: string
  input: object
  /** Method and address, as the server receives them. */
  line: string
  type?: string
  body?: string
  /** Of a form with files: place, type and content of each part. */
  parts?: string[]
}

export interface FrameworkDocument {
  document: (origin: string) => object
  calls: Called[]
  leftOut?: { name: string; reason: string }[]
}

export const jsonOf = (name: string) => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
