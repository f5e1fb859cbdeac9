import { buildRequest } from '../../kit/build-request.ts'
import type { OpenConnection } from '../../kit/open-connection.ts'
import { readInput } from '../../kit/read-input.ts'
import { compileOperations } from '../compile-operations.ts'
import { operationAction } from '../document-actions.ts'
import type { Node } from '../read-references.ts'

const connection = {
  connector: { baseUrl: 'http://api.example/v2', hosts: [] },
  fields: {},
  auth: { place: {} },
} as unknown as OpenConnection

/** What leaves for an operation of a document that is called with this input. */
export function sent(document: Node, id: string, input: object) {
  const operation = compileOperations(document).operations.find((each) => each.id === id)
  if (!operation) throw new Error(`there is no ${id}`)
  const made = operationAction(operation)
  if (!('request' in made)) throw new Error('it has no request')
  const { url, headers, body } = buildRequest(connection, {
    method: made.method,
    ...made.request(readInput(made.input, input, made.keptEmpty)),
  })
  return { address: url.href.slice('http://api.example'.length), type: headers.get('content-type'), headers, body }
}

export const withParameter = (parameter: object, path = '/x') => ({
  openapi: '3.1.0',
  paths: { [path]: { get: { operationId: 'x', parameters: [{ name: 'color', ...parameter }] } } },
})

export const posts = (content: object, more: object = {}) => ({
  openapi: '3.1.0',
  servers: [{ url: 'http://api.example/v2' }],
  paths: { '/x': { post: { operationId: 'x', requestBody: { content }, ...more } } },
})
