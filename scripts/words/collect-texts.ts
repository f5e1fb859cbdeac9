import { calleeOf, isNode, keyOf, lineOf, listOf, literalOf, walk } from './syntax-tree.ts'
import type { Node, Source } from './syntax-tree.ts'

/** One text that needs a translation; `one` is the English singular of a text with a count. */
export interface Text {
  key: string
  one: string | null
  /** `path:line` of its first use. */
  at: string
}

/** The texts of the web app: the arguments of `t` and `plural`. `problems` are calls with a text that cannot be collected. */
export function collectTexts(sources: readonly Source[]): { texts: Map<string, Text>; problems: string[] } {
  const texts = new Map<string, Text>()
  const problems: string[] = []
  const add = (text: Text) => {
    const known = texts.get(text.key)
    if (!known) texts.set(text.key, text)
    else if (known.one !== text.one) problems.push(`${text.at} "${text.key}" has other forms than at ${known.at}`)
  }
  for (const source of sources)
    walk(source.tree, (node) => {
      const name = node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'Identifier' ? calleeOf(node) : null
      if (name !== 't' && name !== 'plural') return
      const at = `${source.path}:${lineOf(source, node)}`
      const text = name === 't' ? textOf(node) : pluralOf(node)
      if (text) add({ ...text, at })
      else problems.push(`${at} the text of ${name}(…) is not written out`)
    })
  return { texts, problems }
}

function textOf(call: Node): Omit<Text, 'at'> | null {
  const key = literalOf(listOf(call['arguments'])[0])
  return key === null ? null : { key, one: null }
}

function pluralOf(call: Node): Omit<Text, 'at'> | null {
  const forms = listOf(call['arguments'])[1]
  const form = (name: string) => literalOf(listOf(forms?.['properties']).find((property) => keyOf(property) === name)?.['value'])
  const [one, other] = [form('one'), form('other')]
  return one === null || other === null ? null : { key: other, one }
}
