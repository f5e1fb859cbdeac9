/** Repeated bodies of today, and some room. Lower it with them; shared rules stand in web/src/ui/styles.module.css. */
const mostRepeated = 150
const fewDeclarations = 3

interface RepeatedBodies {
  rules: number
  /** Rules whose body stands in an earlier one. */
  repeated: number
  /** The bodies with their places, the most repeated first. */
  bodies: { body: string; places: string[] }[]
}

/** Counts rules of style sheets with three or more declarations that another rule has too, in any order. */
export function countRepeatedBodies(sheets: Iterable<readonly [path: string, text: string]>): RepeatedBodies {
  const places = new Map<string, string[]>()
  let rules = 0
  for (const [path, text] of sheets)
    for (const [, selector = '', inside = ''] of text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      rules += 1
      const declarations = inside.split(';').flatMap((each) => each.trim().replaceAll(/\s+/g, ' ') || [])
      if (declarations.length < fewDeclarations) continue
      const body = declarations.toSorted().join('; ')
      places.set(body, [...(places.get(body) ?? []), `${path} ${selector.trim().replaceAll(/\s+/g, ' ')}`])
    }
  const bodies = [...places]
    .flatMap(([body, found]) => (found.length > 1 ? { body, places: found } : []))
    .toSorted((one, other) => other.places.length - one.places.length)
  return { rules, repeated: bodies.reduce((sum, each) => sum + each.places.length - 1, 0), bodies }
}

export function checkStyles(files: ReadonlyMap<string, string>): string[] {
  const { repeated, bodies } = countRepeatedBodies([...files].filter(([path]) => path.startsWith('web/src/') && path.endsWith('.css')))
  if (repeated <= mostRepeated) return []
  const most = bodies.slice(0, 5).map(({ body, places }) => `${body}: ${places.join(', ')}`)
  return [`${repeated} repeated bodies of style rules, more than ${mostRepeated}: use web/src/ui/styles.module.css`, ...most]
}
