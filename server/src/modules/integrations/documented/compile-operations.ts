import { integrationLimits } from '@imperium/contract/integrations.ts'
import { followReferences, isNode, listOf, nodeOf, textOf } from './read-references.ts'
import type { Missing, Node } from './read-references.ts'
import type { LeftOut, StoredField, StoredOperation } from './stored-document.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostFields = 80
/** Parameters of one operation that are looked at. */
const mostParameters = 100
/** Operations of one document that are read, with those that cannot be called. */
const mostRead = 1_000
const mostLeftOut = 200
/** Objects inside of each other whose fields are fields of the form. */
const deepest = 2
const longestId = 39
const longestTitle = 120
const longestDescription = 1_000
/** Set by the connection or by HTTP itself; the document's word on them is not followed. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'accept', 'content-type', 'cookie', 'host', 'content-length'])

/** What one operation or tool may cost: references lead each part to many places, so what may be put together is bounded. */
export interface Schemas extends Missing {
  left: number
}
/** Schemas and properties of one; what is beyond is a field of JSON. */
const mostSteps = 10_000
/** Of one document or list of tools. Beyond it each has a little all the same, so that heavy ones take nothing from those after them. */
const mostOfAll = 600_000
const leastSteps = 500

/** Budgets of the operations or tools of one source, each for itself. */
export function newBudgets(): () => Schemas {
  let [left, last] = [mostOfAll, { left: 0, missing: 0 }]
  let given = 0
  return () => {
    left -= given - Math.max(0, last.left)
    given = Math.min(mostSteps, Math.max(leastSteps, left))
    last = { left: given, missing: 0 }
    return last
  }
}

function spend(schemas: Schemas, steps: number): boolean {
  schemas.left -= steps
  return schemas.left >= 0
}

export interface Compiled {
  operations: StoredOperation[]
  /** What cannot be called, or not in full, and why. */
  leftOut: LeftOut[]
}

/** The operations of an OpenAPI 3 document that a connection can call, in the document's order. */
export function compileOperations(document: Node): Compiled {
  const [operations, leftOut]: [StoredOperation[], LeftOut[]] = [[], []]
  const ids = new Set<string>()
  const nextBudget = newBudgets()
  let read = 0
  const leave = (name: string, reason: LeftOut['reason']) => {
    if (leftOut.length < mostLeftOut) leftOut.push({ name: name.slice(0, longestTitle), reason })
  }
  for (const [path, given] of Object.entries(nodeOf(document['paths']))) {
    const found: Missing = { missing: 0 }
    const item = followReferences(document, given, found)
    if (found.missing > 0) leave(path, 'reference')
    for (const method of methods) {
      if (!isNode(item[method])) continue
      const name = `${method.toUpperCase()} ${path}`
      if (!path.startsWith('/')) leave(name, 'path')
      else if (operations.length >= integrationLimits.actions || read >= mostRead) leave(name, 'too-many')
      else {
        read += 1
        const schemas = nextBudget()
        const compiled = compileOperation({ document, schemas, path, method, item }, item[method])
        if (compiled) {
          const id = freeId(compiled.operation.id, ids)
          ids.add(id)
          operations.push({ ...compiled.operation, id })
        }
        if (!compiled) leave(name, 'body')
        else if (schemas.missing > 0) leave(name, 'parts')
        else if (compiled.isCut) leave(name, 'fields')
      }
    }
  }
  return { operations, leftOut }
}

interface Around {
  document: Node
  schemas: Schemas
  path: string
  method: (typeof methods)[number]
  item: Node
}

/** Null for one with a body that is neither JSON nor a form: files cannot be given here. */
function compileOperation(
  { document, schemas, path, method, item }: Around,
  operation: Node,
): { operation: StoredOperation; isCut: boolean } | null {
  const body = bodyOf(document, operation, schemas)
  if (!body) return null
  const { parameters, isCut } = parametersOf(document, item, operation, schemas)
  const all = [...parameters, ...body.fields]
  // Without what is required it could not be called.
  const kept = all.length > mostFields ? [...all.filter((each) => each.isRequired), ...all.filter((each) => !each.isRequired)] : all
  const fields = withKeys(kept.slice(0, mostFields))
  // A part of the path without a parameter is one all the same.
  const named = new Set(fields.flatMap(({ at, name }) => (at === 'path' ? [name] : [])))
  const unnamed = [...path.matchAll(/\{([^{}]+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !named.has(name))
    .slice(0, mostFields)
  const title = textOf(operation['summary']) || textOf(operation['operationId']) || `${method.toUpperCase()} ${path}`
  const made: StoredOperation = {
    id: idOf(textOf(operation['operationId']) || `${method} ${path}`),
    title: title.slice(0, longestTitle),
    description: (textOf(operation['description']) || `${method.toUpperCase()} ${path}`).slice(0, longestDescription),
    method: method.toUpperCase() as StoredOperation['method'],
    path,
    body: body.kind,
    fields: withKeys([...unnamed.map((name) => fieldOf(name, 'path', {}, true)), ...fields]),
  }
  return { operation: made, isCut: isCut || all.length > mostFields }
}

/** Those of the path, replaced by those of the operation with the same name and place. */
function parametersOf(document: Node, item: Node, operation: Node, schemas: Schemas) {
  const byPlace = new Map<string, StoredField>()
  // Counted by themselves: a heavy body takes none of them.
  const all = [...listOf(item['parameters']), ...listOf(operation['parameters'])]
  for (const given of all.slice(0, mostParameters)) {
    const parameter = followReferences(document, given, schemas)
    const name = textOf(parameter['name'])
    const at = parameter['in']
    if (name === '' || (at !== 'path' && at !== 'query' && at !== 'header')) continue
    if (at === 'header' && ownHeaders.has(name.toLowerCase())) continue
    const schema = followReferences(document, parameter['schema'], schemas)
    const described = { ...schema, description: textOf(parameter['description']) || schema['description'] }
    byPlace.set(`${at} ${name}`, fieldOf(name, at, described, at === 'path' || parameter['required'] === true))
  }
  return { parameters: [...byPlace.values()], isCut: all.length > mostParameters }
}

function bodyOf(document: Node, operation: Node, schemas: Schemas): { kind: StoredOperation['body']; fields: StoredField[] } | null {
  const body = followReferences(document, operation['requestBody'], schemas)
  const content = nodeOf(body['content'])
  const types = Object.keys(content)
  const isRequired = body['required'] === true
  if (types.length === 0) return { kind: 'none', fields: [] }
  const json = types.find((type) => /^(application\/([\w.-]+\+)?json|\*\/\*)/i.test(type))
  const form = types.find((type) => type.startsWith('application/x-www-form-urlencoded'))
  const type = json ?? form
  if (type === undefined) return isRequired ? null : { kind: 'none', fields: [] }
  const schema = merged(document, nodeOf(content[type])['schema'], schemas)
  const given = Object.entries(nodeOf(schema['properties']))
  const properties = spend(schemas, given.length) ? given.filter(([, each]) => followReferences(document, each)['readOnly'] !== true) : []
  if (properties.length === 0 || properties.length > mostFields)
    return form && !json ? null : { kind: 'whole', fields: [fieldOf('body', 'body', { ...schema, type: 'object' }, isRequired)] }
  const plain = () =>
    properties.map(([name, each]) => fieldOf(name, 'body', merged(document, each, schemas), listOf(schema['required']).includes(name)))
  if (json === undefined) return { kind: 'form', fields: plain() }
  const nested: StoredField[] = []
  addNested(nested, document, nodeOf(content[type])['schema'], { within: [], isRequired: true, above: [], schemas })
  return { kind: 'fields', fields: nested.length > mostFields ? plain() : nested }
}

interface Place {
  within: readonly string[]
  /** Whether every object around is. */
  isRequired: boolean
  /** References of the objects around: one that holds itself has no end. */
  above: readonly string[]
  schemas: Schemas
}

/**
 * Adds the fields of a JSON body, with those of objects inside of it down to the third; what is deeper, or a list, is one field of JSON.
 * Stops where there are too many.
 */
function addNested(fields: StoredField[], document: Node, given: unknown, place: Place): void {
  const { within, isRequired, above, schemas } = place
  const schema = merged(document, given, schemas)
  const required = listOf(schema['required'])
  const around = [...above, textOf(nodeOf(given)['$ref'])]
  for (const [name, each] of Object.entries(nodeOf(schema['properties']))) {
    if (fields.length > mostFields) return
    const inner = merged(document, each, schemas)
    if (followReferences(document, each)['readOnly'] === true) continue
    const isNeeded = isRequired && required.includes(name)
    const hasOwnFields = Object.keys(nodeOf(inner['properties'])).length > 0 && !inner['oneOf'] && !inner['anyOf']
    const reference = textOf(nodeOf(each)['$ref'])
    const isEndless = reference !== '' && around.includes(reference)
    const isOpen = hasOwnFields && within.length < deepest && !isEndless
    if (isOpen) addNested(fields, document, each, { within: [...within, name], isRequired: isNeeded, above: around, schemas })
    else fields.push({ ...fieldOf(name, 'body', inner, isNeeded), within: [...within] })
  }
}

/** The properties of a schema of an object, as fields of a body. Its references are local to it. */
export function fieldsOfSchema(schema: Node, schemas: Schemas): StoredField[] {
  const whole = merged(schema, schema, schemas)
  const required = listOf(whole['required'])
  const properties = Object.entries(nodeOf(whole['properties'])).slice(0, mostFields)
  return withKeys(properties.map(([name, each]) => fieldOf(name, 'body', merged(schema, each, schemas), required.includes(name))))
}

/** A schema with the parts of its `allOf` put together, as far as `schemas` lasts. */
function merged(document: Node, given: unknown, schemas: Schemas, depth = 0): Node {
  if (!spend(schemas, 1)) return { type: 'object' }
  const schema = followReferences(document, given, schemas)
  const parts: Node[] = []
  if (depth < 5)
    for (const part of listOf(schema['allOf'])) {
      if (schemas.left <= 0) break
      parts.push(merged(document, part, schemas, depth + 1))
    }
  if (parts.length === 0) return schema
  const all = [...parts, schema]
  const [properties, required] = [all.map((part) => nodeOf(part['properties'])), all.map((part) => listOf(part['required']))]
  // Parts that name each other hold the same names again and again.
  const size = properties.reduce((sum, each) => sum + Object.keys(each).length, 0) + required.reduce((sum, each) => sum + each.length, 0)
  if (!spend(schemas, size)) return { type: 'object' }
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...properties),
    required: [...new Set(required.flat())],
  }
}

function fieldOf(name: string, at: StoredField['at'], schema: Node, isRequired: boolean): StoredField {
  const options = listOf(schema['enum']).filter((each): each is string => typeof each === 'string')
  return {
    key: name,
    name,
    within: [],
    at,
    type: typeOf(schema),
    options,
    isRequired,
    description: textOf(schema['description']).slice(0, 300),
  }
}

function typeOf(schema: Node): StoredField['type'] {
  const types = (Array.isArray(schema['type']) ? listOf(schema['type']) : [schema['type']]).filter((type) => type !== 'null')
  const [type] = types
  if (types.length === 1 && (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean')) return type
  return types.length === 0 || (type === undefined && !schema['properties'] && !schema['items']) ? 'string' : 'json'
}

/** Keys without points, which mean a path in forms; two of the same name in two places get their place. */
function withKeys(fields: readonly StoredField[]): StoredField[] {
  const keys = new Set<string>()
  return fields.map((field) => {
    const plain = [...field.within, field.name].join('_').replaceAll(/\W+/g, '_') || 'value'
    let key = plain
    for (let number = 1; keys.has(key); number++) key = number === 1 ? `${plain}_${field.at}` : `${plain}_${field.at}_${number}`
    keys.add(key)
    return { ...field, key }
  })
}

/** `listPets` is `list_pets`. */
export function idOf(name: string): string {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return (/^[a-z]/.test(snake) ? snake : `call_${snake}`).slice(0, longestId)
}

export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) {
    const id = `${wanted.slice(0, longestId - 1 - String(number).length)}_${number}`
    if (!taken.has(id)) return id
  }
}
