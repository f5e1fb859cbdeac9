import { followReferences, isNode, listOf, nodeOf, textOf } from './read-references.ts'
import type { Node } from './read-references.ts'

/** Of one operation: beyond those that are read, so that it is listed as incomplete. */
const mostParameters = 120
const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])
/** Keywords of a parameter of Swagger 2.0 that stand in its schema since OpenAPI 3. */
const ofSchema = ['type', 'format', 'items', 'enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'x-nullable']
const styles: Readonly<Record<string, Node>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
}

/**
 * A document of Swagger 2.0, which go-swagger and older generators write, as one of OpenAPI 3: servers, bodies and the way in which lists are
 * written. Schemas stay where they are, because references are followed by their place in the document.
 */
export function upgradeSwagger(document: Node): Node {
  const paths = Object.entries(nodeOf(document['paths'])).map(([path, given]): [string, Node] => {
    const item = followReferences(document, given)
    const shared = listOf(item['parameters'])
    const upgraded = Object.entries(item).flatMap(([key, each]): [string, unknown][] => {
      if (key === 'parameters') return []
      return [[key, methods.has(key) && isNode(each) ? upgradeOperation(document, shared, each) : each]]
    })
    return [path, Object.fromEntries(upgraded)]
  })
  return { ...document, servers: serversOf(document), paths: Object.fromEntries(paths) }
}

function serversOf(document: Node): Node[] {
  const [host, basePath] = [textOf(document['host']), textOf(document['basePath'])]
  const schemes = listOf(document['schemes']).map((scheme) => textOf(scheme))
  const scheme = schemes.includes('https') || schemes.length === 0 ? 'https' : schemes[0]
  return [{ url: host === '' ? basePath || '/' : `${scheme}://${host}${basePath}` }]
}

function upgradeOperation(document: Node, shared: readonly unknown[], operation: Node): Node {
  const given = [...shared, ...listOf(operation['parameters'])].slice(0, mostParameters)
  const all = given.map((each) => followReferences(document, each))
  // One that leads nowhere stays as it is, so that the operation is listed as incomplete.
  const lost = given.filter((each, index) => isNode(each) && Object.keys(all[index] ?? {}).length === 0)
  const inBody = all.filter((parameter) => parameter['in'] === 'body').at(-1)
  const inForm = all.filter((parameter) => parameter['in'] === 'formData')
  const consumes = [operation['consumes'], document['consumes']].map(listOf).find((types) => types.length > 0) ?? []
  const types = consumes.map((type) => textOf(type)).filter((type) => type !== '')
  const body = inBody ? bodyOf(inBody, types) : inForm.length > 0 ? formOf(inForm, types) : null
  return {
    ...operation,
    parameters: [...all.filter(({ in: at }) => at === 'path' || at === 'query' || at === 'header').map(plainOf), ...lost],
    ...(body ? { requestBody: body } : {}),
  }
}

const bodyOf = ({ schema, required }: Node, types: readonly string[]): Node => ({
  required,
  content: Object.fromEntries((types.length > 0 ? types : ['application/json']).map((type) => [type, { schema }])),
})

function formOf(fields: readonly Node[], types: readonly string[]): Node {
  const hasFile = fields.some((field) => field['type'] === 'file')
  const type = hasFile
    ? 'multipart/form-data'
    : (types.find((each) => /form-urlencoded/.test(each)) ?? types[0] ?? 'application/x-www-form-urlencoded')
  const named = fields.map((field): [string, Node] => [textOf(field['name']), field])
  const schema = {
    type: 'object',
    required: named.flatMap(([name, field]) => (field['required'] === true ? [name] : [])),
    properties: Object.fromEntries(named.map(([name, field]) => [name, { ...schemaOf(field), description: field['description'] }])),
  }
  const encoding = Object.fromEntries(named.flatMap(([name, field]) => (field['type'] === 'array' ? [[name, styleOf(field)]] : [])))
  return { required: schema.required.length > 0, content: { [type]: { schema, encoding } } }
}

/** OpenAPI 3 knows no list with tabs, and none of a path or a header with spaces or bars. */
const isUnknown = ({ type, in: at, collectionFormat }: Node): boolean =>
  type === 'array' && (collectionFormat === 'tsv' || (at !== 'query' && (collectionFormat === 'ssv' || collectionFormat === 'pipes')))

function plainOf(parameter: Node): Node {
  const { name, in: at, required, description } = parameter
  // Not sent, and so listed as incomplete.
  if (isUnknown(parameter)) return { name, in: 'querystring' }
  const isList = parameter['type'] === 'array'
  // Lists of a path or a header are joined by commas in both versions.
  return { name, in: at, required, description, schema: schemaOf(parameter), ...(isList && at === 'query' ? styleOf(parameter) : {}) }
}

const schemaOf = (parameter: Node): Node =>
  Object.fromEntries(ofSchema.flatMap((key) => (parameter[key] === undefined ? [] : [[key, parameter[key]]])))

const styleOf = (parameter: Node): Node => styles[textOf(parameter['collectionFormat'])] ?? styles['csv'] ?? {}
