import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'

const address = /(\/api\/hooks\/resume\/)[\w-]{43}/g

/** Removes addresses that continue a run: a role that may not run workflows could use them. */
export function withholdAddresses(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(address, '$1…')
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withholdAddresses)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withholdAddresses(item)]))
}
