import { bundleLimits } from '@imperium/contract/bundles/bundles.ts'
import type { Bundle, BundledNounName } from '@imperium/contract/bundles/bundles.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import { nouns } from './nouns/index.ts'
import type { BundledNoun } from './nouns/bundled-noun.ts'

/** An object that a bundle asks for. */
export interface Wanted {
  noun: BundledNoun
  name: string
  content: unknown
}

const numberOf = (name: string): number => Number(/ #(\d+)$/.exec(name)?.[1] ?? 1)
const withoutNumber = (name: string): string => name.replace(/ #\d+$/, '')

/** Those of one name in the order of their numbers: they are made in it, and get the same numbers again. */
const inOrder = (a: string, b: string): number => {
  const [first, second] = [withoutNumber(a), withoutNumber(b)]
  return first === second ? numberOf(a) - numberOf(b) : first < second ? -1 : 1
}

/** The objects of a bundle in the order in which they are applied. @throws 422 with the place of what is wrong. */
export function wantedObjects(bundle: Bundle): Wanted[] {
  const count = nouns.reduce((sum, { noun }) => sum + Object.keys(bundle.nouns[noun] ?? {}).length, 0)
  if (count > bundleLimits.objects) throw invalid([{ path: 'nouns', ...message('At most {max} objects', { max: bundleLimits.objects }) }])
  return nouns.flatMap((noun) => {
    const objects = bundle.nouns[noun.noun] ?? {}
    return Object.keys(objects)
      .toSorted(inOrder)
      .map((name) => ({ noun, name, content: readContent(noun, name, objects[name]) }))
  })
}

function readContent(noun: BundledNoun, name: string, content: unknown): unknown {
  const path = `nouns.${noun.noun}.${name}`.slice(0, 200)
  const parsed = noun.content.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid([{ path: [path, ...(issue?.path ?? [])].join('.').slice(0, 200), message: 'This part of the bundle cannot be read' }])
  }
  const own = nameIn(noun.noun, parsed.data)
  if (name !== own && !(name.startsWith(`${own} #`) && numberOf(name) > 1))
    throw invalid([{ path, message: 'The object is called otherwise than its place in the bundle' }])
  return parsed.data
}

const nameKeys: Partial<Record<BundledNounName, string>> = { 'record-types': 'entityName' }

function nameIn(noun: BundledNounName, content: unknown): string {
  if (noun === 'branding') return 'brand'
  return String((content as Record<string, unknown>)[nameKeys[noun] ?? 'name'])
}
