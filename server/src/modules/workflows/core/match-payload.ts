import { isDeepStrictEqual } from 'node:util'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { ExactNumber } from '../../../platform/text/exact-number.ts'
import { follow } from './read-path.ts'

/** Whether a payload holds these values at these paths, all of them. Forms give text: `5` is the number as well. */
export const matchesPayload = (match: Readonly<Record<string, Json>>, payload: Json): boolean =>
  Object.entries(match).every(([path, value]) => isSame(follow(payload, path.split('.')), value))

const isScalar = (value: Json | undefined): boolean =>
  (value as unknown) instanceof ExactNumber || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function isSame(found: Json | undefined, wanted: Json): boolean {
  if (isScalar(found) && isScalar(wanted)) return String(found) === String(wanted)
  // An empty field asks for nothing to be there.
  if (wanted === '' || wanted === null) return found === undefined || found === null
  return isDeepStrictEqual(found, wanted)
}
