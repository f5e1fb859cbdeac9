import { integrationLimits } from '@imperium/contract/integrations.ts'
import { followReferences, isNode, listOf, nodeOf, textOf } from './read-references.ts'
import type { Missing, Node } from './read-references.ts'
import { fieldOf } from './field-of.ts'
import { anyKind, kindsOf, merged, newBudgets, spend } from './read-schema.ts'
import type { Schemas } from './read-schema.ts'
import { isFormType, styles } from './stored-document.ts'
import type { LeftOut, StoredField, StoredOperation } from './stored-document.ts'
import { addressOfServer } from './server-address.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostFields = 80
/** Parameters of one operation that are looked at. */
const mostParameters = 100
/** Operations of one document that are read, with those that cannot be called. */
const mostRead = 2_500
const mostLeftOut = integrationLimits.actions
/** Objects inside of each other whose fields are fields of the form. */
const deepest = 2
const longestId = 39
const longestTitle = 120
const longestDescription = 1_000
/** Set by the connection or by HTTP itself; the document's word on them is not followed. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'accept', 'content-type', 'cookie', 'host', 'content-length'])

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
    for (const method of otherMethodsOf(item)) leave(`${method} ${path}`, 'method')
    for (const method of methods) {
      if (!isNode(item[method])) continue
      const name = `${method.toUpperCase()} ${path}`
      if (!path.startsWith('/')) leave(name, 'path')
      else if (operations.length >= integrationLimits.actions || read >= mostRead) leave(name, 'too-many')
      else {
        read += 1
        const schemas = nextBudget()
        const operation = item[method]
        const root = rootOf(document, item, operation)
        const compiled = root === null ? null : compileOperation({ document, schemas, path, method, item, root }, operation)
        if (compiled) {
          const id = freeId(compiled.operation.id, ids)
          ids.add(id)
          operations.push({ ...compiled.operation, id })
        }
        if (root === null) leave(name, 'server')
        else if (!compiled) leave(name, 'body')
        else if (schemas.missing > 0 || compiled.isPartial) leave(name, 'parts')
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
  /** As `rootOf` gives it. */
  root: string
}

/** Operations by methods that a connection cannot call: QUERY and others of OpenAPI 3.2, HEAD, OPTIONS, TRACE. */
const otherMethodsOf = (item: Node): string[] => [
  ...['query', 'head', 'options', 'trace'].filter((method) => isNode(item[method])).map((method) => method.toUpperCase()),
  ...Object.keys(nodeOf(item['additionalOperations'])),
]

/**
 * The path before that of an operation with servers of its own, from the root of the host; '' where those of the document serve it, null where
 * they lie on another host, to which the credentials of the connection are not sent.
 */
function rootOf(document: Node, item: Node, operation: Node): string | null {
  const [whole] = listOf(document['servers'])
  const own = [operation['servers'], item['servers']].map((servers) => listOf(servers)).find((servers) => servers.length > 0)
  if (!own) return ''
  const from = URL.parse(addressOfServer(whole), unnamedHost) ?? new URL(unnamedHost)
  const urls = own.map((server) => URL.parse(addressOfServer(server), from.href)).filter((url) => url?.origin === from.origin)
  const [url] = urls
  if (!url) return null
  const path = url.pathname.replace(/\/+$/, '')
  return path === from.pathname.replace(/\/+$/, '') ? '' : path || '/'
}

/** Stands for the host that a document without servers, or with paths alone, is called on. */
const unnamedHost = 'http://document.invalid'

/** Null for one with a body that is neither JSON, text, a file nor a form of fields. */
function compileOperation(
  { document, schemas, path, method, item, root }: Around,
  operation: Node,
): { operation: StoredOperation; isCut: boolean; isPartial: boolean } | null {
  const body = bodyOf(document, operation, schemas)
  if (!body) return null
  const { parameters, isCut, isPartial } = parametersOf(document, item, operation, schemas)
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
    root,
    body: body.kind,
    contentType: body.contentType,
    objects: body.objects ?? [],
    fields: withKeys([...unnamed.map((name) => fieldOf(name, 'path', { type: 'string' }, true)), ...fields]),
  }
  return { operation: made, isCut: isCut || all.length > mostFields, isPartial }
}

/** Those of the path, replaced by those of the operation with the same name and place. */
function parametersOf(document: Node, item: Node, operation: Node, schemas: Schemas) {
  const byPlace = new Map<string, StoredField>()
  // Counted by themselves: a heavy body takes none of them.
  const all = [...listOf(item['parameters']), ...listOf(operation['parameters'])]
  let isPartial = false
  for (const given of all.slice(0, mostParameters)) {
    const parameter = followReferences(document, given, schemas)
    const name = textOf(parameter['name'])
    const at = parameter['in']
    // A whole query string (3.2) or a cookie is not sent.
    if (at === 'querystring' || at === 'cookie') isPartial = true
    if (name === '' || (at !== 'path' && at !== 'query' && at !== 'header')) continue
    if (at === 'header' && ownHeaders.has(name.toLowerCase())) continue
    const [content] = Object.entries(nodeOf(parameter['content']))
    const schema = merged(document, content ? followReferences(document, content[1])['schema'] : parameter['schema'], schemas)
    const isJson = content !== undefined && isJsonType(content[0])
    // Of any other media type the value is its text.
    const type = content && !isJson ? { type: 'string' } : {}
    const described = { ...schema, ...type, description: textOf(parameter['description']) || schema['description'] }
    const field = fieldOf(name, at, described, at === 'path' || parameter['required'] === true, { document, schemas })
    byPlace.set(`${at} ${name}`, { ...field, ...(isJson ? { style: 'json' } : writtenAs(parameter, at)) })
  }
  return { parameters: [...byPlace.values()], isCut: all.length > mostParameters, isPartial }
}

/** How a list or an object is written, as OpenAPI 3 describes it: `style` and `explode` with their defaults. */
function writtenAs(described: Node, at: StoredField['at']): Pick<StoredField, 'style' | 'explode' | 'isReserved'> {
  const known = styles.find((style) => style === described['style'])
  const style = known ?? (at === 'path' || at === 'header' ? 'simple' : 'form')
  const explode = typeof described['explode'] === 'boolean' ? described['explode'] : style === 'form' || style === 'deepObject'
  return { style, explode, isReserved: described['allowReserved'] === true }
}

interface Body {
  kind: StoredOperation['body']
  /** Media type to send; '' for that of the kind. */
  contentType: string
  fields: StoredField[]
  objects?: StoredOperation['objects']
}

/** Not those of several documents in a row (`application/json-seq`, `application/jsonl`). */
const isJsonType = (type: string): boolean => /^(application\/([\w.*-]+\+)?json|text\/json|\*\/\*)\s*(;|$)/i.test(type)
const isPatchType = (type: string): boolean => /^application\/json-patch\+json/i.test(type)
const isMultipartType = (type: string): boolean => /^multipart\/form-data/i.test(type)
const isTextType = (type: string): boolean => /^(text\/|application\/([\w.-]+\+)?xml)/i.test(type) && !isJsonType(type)
/** All others but forms in parts: bytes. A range of types (`image/*`) leaves the type to the file. */
const isFileType = (type: string): boolean => /^(?!multipart\/)[\w.+-]+\/[\w.+*-]+$/i.test(type)
const bytesType = 'application/octet-stream'

function bodyOf(document: Node, operation: Node, schemas: Schemas): Body | null {
  const body = followReferences(document, operation['requestBody'], schemas)
  const content = nodeOf(body['content'])
  const types = Object.keys(content)
  const isRequired = body['required'] === true
  if (types.length === 0) return { kind: 'none', contentType: '', fields: [] }
  // ASP.NET and Kubernetes name a JSON patch, which is a list, for bodies that are objects.
  const isFitting = (each: string) =>
    isJsonType(each) && !(isPatchType(each) && !kindsOf(merged(document, nodeOf(content[each])['schema'], schemas)).includes('array'))
  const type =
    types.find(isFitting) ??
    types.find(isJsonType) ??
    types.find(isFormType) ??
    types.find(isMultipartType) ??
    types.find(isTextType) ??
    types.find(isFileType)
  if (type === undefined) return null
  const media = followReferences(document, content[type])
  if (isFormType(type) || isMultipartType(type)) return formBodyOf(document, media, { type, isRequired, schemas })
  const schema = merged(document, media['schema'], schemas)
  if (isTextType(type))
    return { kind: 'text', contentType: type, fields: [fieldOf('body', 'body', { ...schema, type: 'string' }, isRequired)] }
  if (!isJsonType(type)) return fileBodyOf(types, schema, isRequired)
  const contentType = !type.includes('*') && !/^application\/json\s*(;|$)/i.test(type) ? type : ''
  const properties = propertiesOf(document, schema, schemas)
  if (!hasForm(schema, properties))
    return { kind: 'whole', contentType, fields: [fieldOf('body', 'body', wholeOf(schema), isRequired, { document, schemas })] }
  const nested: StoredField[] = []
  const objects: string[][] = []
  addNested(nested, document, media['schema'], { within: [], isRequired: true, above: [], schemas, objects })
  const isPlain = nested.length > mostFields
  const named = isPlain ? plainFields(document, schema, properties, schemas) : nested
  const fields = takesOthers(schema) ? [...named, otherFields] : named
  // A merge patch (RFC 7396) removes by null, whatever the type.
  const isMergePatch = /^application\/merge-patch\+json/i.test(type)
  const taken = isMergePatch ? fields.map((field) => ({ ...field, isNullable: true })) : fields
  return { kind: 'fields', contentType, fields: taken, objects: isPlain ? [] : objects }
}

/** Whether an object may have fields that are not named, by the word of the document. Without one most servers know no others. */
const takesOthers = ({ additionalProperties: others, patternProperties }: Node): boolean =>
  others === true || isNode(others) || isNode(patternProperties)
const otherFields: StoredField = {
  ...fieldOf('other_fields', 'body', { type: 'object', description: 'Fields that the document does not name.' }, false),
  isRest: true,
}

type Properties = [name: string, schema: unknown][]

/** What of an object is sent. */
function propertiesOf(document: Node, schema: Node, schemas: Schemas): Properties {
  const given = Object.entries(nodeOf(schema['properties']))
  return spend(schemas, given.length) ? given.filter(([, each]) => followReferences(document, each)['readOnly'] !== true) : []
}

const hasForm = (schema: Node, { length }: Properties): boolean =>
  length > 0 && length <= mostFields && !schema['oneOf'] && !schema['anyOf']

const plainFields = (document: Node, schema: Node, properties: Properties, schemas: Schemas): StoredField[] =>
  properties.map(([name, each]) =>
    fieldOf(name, 'body', merged(document, each, schemas), listOf(schema['required']).includes(name), { document, schemas }),
  )

/** A form without named fields is an object; null for one in parts, where nothing says which fields are files. */
function formBodyOf(
  document: Node,
  media: Node,
  { type, isRequired, schemas }: { type: string; isRequired: boolean; schemas: Schemas },
): Body | null {
  const schema = merged(document, media['schema'], schemas)
  const properties = propertiesOf(document, schema, schemas)
  const encoding = nodeOf(media['encoding'])
  if (!hasForm(schema, properties))
    return isMultipartType(type)
      ? null
      : { kind: 'whole', contentType: type, fields: [fieldOf('body', 'body', { ...schema, type: 'object' }, isRequired)] }
  if (isFormType(type)) {
    const fields = plainFields(document, schema, properties, schemas)
    return { kind: 'form', contentType: '', fields: fields.map((field) => ({ ...field, ...encodedAs(nodeOf(encoding[field.name])) })) }
  }
  const fields = properties.map(([name, each]) => partOf(document, name, each, nodeOf(encoding[name]), schemas))
  const required = listOf(schema['required'])
  return { kind: 'multipart', contentType: '', fields: fields.map((field) => ({ ...field, isRequired: required.includes(field.name) })) }
}

/** Bytes of the first type that is named; the file may say another one. */
function fileBodyOf(types: readonly string[], schema: Node, isRequired: boolean): Body {
  const contentType = types.find((each) => isFileType(each) && !each.includes('*')) ?? bytesType
  const field = fieldOf('body', 'body', { type: 'object', description: schema['description'] }, isRequired)
  return { kind: 'file', contentType, fields: [{ ...field, part: { isFile: true, contentType } }] }
}

/** Without a word on it the value of a form is text, a list repeats its name, and an object is JSON. */
const encodedAs = (encoding: Node): Partial<StoredField> =>
  encoding['style'] === undefined && encoding['explode'] === undefined && encoding['allowReserved'] === undefined
    ? {}
    : writtenAs(encoding, 'body')

/** Bytes: `format` of OpenAPI 3.0, `contentMediaType` of 3.1 without an encoding as text, and the type of Swagger 2.0. */
const isFile = (schema: Node): boolean =>
  schema['type'] === 'file' ||
  schema['format'] === 'binary' ||
  (typeof schema['contentMediaType'] === 'string' && schema['contentEncoding'] === undefined)

/** A part of a form with files; a list is a part for each of its values. */
function partOf(document: Node, name: string, given: unknown, encoding: Node, schemas: Schemas): StoredField {
  const schema = merged(document, given, schemas)
  const isList = kindsOf(schema).join() === 'array'
  const isOfFiles = isFile(isList ? merged(document, schema['items'], schemas) : schema)
  const field = fieldOf(name, 'body', schema, false, { document, schemas })
  const [contentType = ''] = textOf(encoding['contentType'])
    .split(',')
    .map((type) => type.trim())
    .filter((type) => !type.includes('*'))
  const part = { isFile: isOfFiles, contentType }
  if (isOfFiles) {
    const { items: _items, shape: _shape, ...bare } = field
    return { ...bare, type: 'json', kinds: [isList ? 'array' : 'object'], options: [], part }
  }
  return { ...field, part, ...(isList ? encodedAs(encoding) : {}) }
}

/** A body that says nothing of its type is an object or a list. */
const wholeOf = (schema: Node): Node => (kindsOf(schema).length === anyKind.length ? { ...schema, type: ['object', 'array'] } : schema)

interface Place {
  within: readonly string[]
  /** Whether every object around is. */
  isRequired: boolean
  /** References of the objects around: one that holds itself has no end. */
  above: readonly string[]
  schemas: Schemas
  /** Gets those that are required, the outer ones first: they are sent without any field, too. */
  objects: string[][]
}

/**
 * Adds the fields of a JSON body, with those of objects inside of it down to the third; what is deeper, or a list, is one field of JSON.
 * Stops where there are too many.
 */
function addNested(fields: StoredField[], document: Node, given: unknown, place: Place): void {
  const { within, isRequired, above, schemas, objects } = place
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
    const field = fieldOf(name, 'body', inner, isNeeded, { document, schemas })
    // Null for the whole object, and fields without a name, can be said in one field only.
    const isOpen = hasOwnFields && !field.isNullable && !takesOthers(inner) && within.length < deepest && !isEndless
    if (isOpen && required.includes(name)) objects.push([...within, name])
    if (isOpen) addNested(fields, document, each, { ...place, within: [...within, name], isRequired: isNeeded, above: around })
    else fields.push({ ...field, within: [...within] })
  }
}

/** The properties of a schema of an object, as fields of a body. Its references are local to it. */
export function fieldsOfSchema(schema: Node, schemas: Schemas): StoredField[] {
  const whole = merged(schema, schema, schemas)
  const required = listOf(whole['required'])
  const properties = Object.entries(nodeOf(whole['properties'])).slice(0, mostFields)
  const fields = properties.map(([name, each]) =>
    fieldOf(name, 'body', merged(schema, each, schemas), required.includes(name), { document: schema, schemas }),
  )
  return withKeys(takesOthers(whole) ? [...fields, otherFields] : fields)
}

/** Keys without points, which mean a path in forms, and other than those of every object (`constructor`); two of the same name get their place. */
function withKeys(fields: readonly StoredField[]): StoredField[] {
  const keys = new Set<string>()
  return fields.map((field) => {
    const words = [...field.within, field.name].join('_').replaceAll(/\W+/g, '_') || 'value'
    const plain = words in Object.prototype ? `${words}_value` : words
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
