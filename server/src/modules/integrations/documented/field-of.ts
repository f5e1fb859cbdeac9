import { isNode, textOf } from './read-references.ts'
import type { Node } from './read-references.ts'
import { anyKind, isNullable, isOfKind, kindsOf, merged, valuesOf } from './read-schema.ts'
import type { Kind, Schemas } from './read-schema.ts'
import { shapeOf } from './shape-of.ts'
import type { StoredField } from './stored-document.ts'

/** A schema as a field of the form. `around`: where the references inside of it lead. */
export function fieldOf(
  name: string,
  at: StoredField['at'],
  schema: Node,
  isRequired: boolean,
  around?: { document: Node; schemas: Schemas },
): StoredField {
  const values = valuesOf(schema)
  const options = values.filter((each): each is string => typeof each === 'string')
  const kinds = kindsOf(schema)
  const type = typeOf(kinds)
  // Numbers as the values of a text are a slip of YAML: they say nothing.
  const others = values.filter((each): each is string | number | boolean => typeof each !== 'object' && isOfKind(each, kinds))
  const isClosed = others.length > options.length && others.length === values.filter((each) => each !== null).length
  const items = around && kinds.includes('array') ? itemsOf(around.document, schema, around.schemas) : undefined
  const shape =
    around && kinds.some((kind) => kind === 'object' || kind === 'array') ? shapeOf(around.document, schema, around.schemas) : undefined
  return {
    ...(isClosed ? { values: others } : {}),
    ...(items ? { items } : {}),
    ...(shape ? { shape } : {}),
    key: name,
    name,
    within: [],
    at,
    type,
    kinds: type === 'any' || type === 'json' ? kinds : [],
    // A choice among texts and other values cannot be shown as one of texts.
    options: options.length === values.filter((each) => each !== null).length && type === 'string' ? options : [],
    isNullable: isNullable(schema),
    isRequired,
    description: textOf(schema['description']).slice(0, 300),
  }
}

/** What the values of a list are; undefined where they may be anything. */
function itemsOf(document: Node, { items }: Node, schemas: Schemas): StoredField['items'] {
  if (!isNode(items)) return undefined
  const schema = merged(document, items, schemas)
  const { kinds, options, isNullable } = { ...fieldOf('', 'body', schema, true), kinds: kindsOf(schema) }
  return kinds.length === anyKind.length ? undefined : { kinds, options, isNullable }
}

function typeOf(given: readonly Kind[]): StoredField['type'] {
  const [only] = given
  if (given.length === 1 && only && only !== 'object' && only !== 'array') return only
  return given.every((kind) => kind === 'object' || kind === 'array') ? 'json' : 'any'
}
