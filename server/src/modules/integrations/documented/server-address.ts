import { nodeOf, textOf } from './read-references.ts'

/** The address of an entry of `servers`, with the defaults of its variables. '' where it has none. */
export function addressOfServer(server: unknown): string {
  const variables = nodeOf(nodeOf(server)['variables'])
  return textOf(nodeOf(server)['url']).replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => textOf(nodeOf(variables[name])['default']))
}
