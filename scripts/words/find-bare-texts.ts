import { calleeOf, childrenOf, isNode, keyOf, lineOf, listOf, literalOf, cooked, walk } from './syntax-tree.ts'
import type { Node, Source } from './syntax-tree.ts'

/** Attributes of elements and properties of objects with a text that a user sees or hears. */
const visible = new Set(
  (
    'label title subtitle documentTitle placeholder description text header caption hint aside unit alt error action message advice detail ' +
    'aria-label aria-description aria-valuetext aria-roledescription submitLabel busyLabel searchLabel retryLabel thumbLabel ' +
    'nothingFoundMessage success failure period empty'
  ).split(' '),
)
/** Functions, and methods of schemas, with a text that a user sees. */
const speaking = /^(useDocumentTitle|reportFailure|describeError|reportError|required|min|max|length|regex|refine|literal|email|url|int)$/

/** Names of products, of formats and of keys are the same in every language; so are examples of what to type. */
const sameEverywhere =
  /^(Imperium|OpenAI|Anthropic|Google|JSON|Esc|Ctrl|Enter|you@company\.com|\/org\/|local-llm|sandbox|gpt-4|UTF-8|Windows-1252|STOP|Acme|CRM|UTC|EUR|API_KEY|count|minutes|money|Error|imperium\/steps|\{\{ trigger\.\S+ \}\}|order_shipped|en_US|en-GB|https:\/\/.*|\{ "company": "Acme" \})$/

/** Addresses and codes as examples of what to type: `203.0.113.0/24`, `company.com`, `XXXX-XXXX`. */
const isExample = (text: string): boolean => /^(\S*\w[.@:]+\w?\S*\s*)+$|^[X-]+$/.test(text)

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !sameEverywhere.test(text.trim()) && !isExample(text.trim())

/** Texts for users that do not pass through `t`: `path:line text`. */
export function findBareTexts(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const found: string[] = []
    walk(source.tree, (node, parent) => {
      for (const { at, text } of bareTexts(node, parent)) found.push(`${source.path}:${lineOf(source, at)} ${text.trim().slice(0, 80)}`)
    })
    return found
  })
}

interface Bare {
  at: Node
  text: string
}

function bareTexts(node: Node, parent: Node | null): Bare[] {
  if (node.type === 'JSXText') return hasWords(String(node['value'])) ? [{ at: node, text: String(node['value']) }] : []
  if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') return textsOf(node['expression'])
  if (node.type === 'JSXAttribute') return isNode(node['name']) && visible.has(attributeName(node['name'])) ? textsOf(node['value']) : []
  const key = keyOf(node)
  // Data such as `action: 'delete'` is not a text; a text begins with a capital or has more than one word.
  if (key !== null)
    return visible.has(key) && parent?.type !== 'ObjectPattern' ? textsOf(node['value']).filter(({ text }) => /^\p{Lu}|\s/u.test(text)) : []
  if (node.type === 'AssignmentPattern' && isNode(node['left']))
    return visible.has(String(node['left']['name'])) ? textsOf(node['right']) : []
  return isSpeaking(node) ? listOf(node['arguments']).flatMap(textsOf) : []
}

const attributeName = (name: Node): string => (typeof name['name'] === 'string' ? name['name'] : '')

function isSpeaking(node: Node): boolean {
  const callee = calleeOf(node)
  if (callee === null || !isNode(node['callee'])) return false
  const owner = node['callee']['object']
  return speaking.test(callee) || (isNode(owner) && owner['name'] === 'notify')
}

/** The texts that an expression can be; those inside calls and functions are not its own. */
function textsOf(value: unknown): Bare[] {
  if (!isNode(value)) return []
  const text = literalOf(value)
  if (text !== null) return hasWords(text) ? [{ at: value, text }] : []
  if (value.type === 'TemplateLiteral') {
    const words = listOf(value['quasis']).map(cooked)
    return [...(words.some(hasWords) ? [{ at: value, text: words.join('…') }] : []), ...listOf(value['expressions']).flatMap(textsOf)]
  }
  if (value.type === 'ConditionalExpression') return [value['consequent'], value['alternate']].flatMap(textsOf)
  if (value.type === 'LogicalExpression') return [value['left'], value['right']].flatMap(textsOf)
  if (['JSXExpressionContainer', 'TSAsExpression', 'ArrayExpression', 'ParenthesizedExpression'].includes(value.type))
    return childrenOf(value).flatMap(textsOf)
  return []
}
