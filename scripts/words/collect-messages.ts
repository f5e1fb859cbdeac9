import type { Text } from './collect-texts.ts'
import { calleeOf, cooked, isNode, keyOf, lineOf, listOf, literalOf, walk } from './syntax-tree.ts'
import type { Node, Source } from './syntax-tree.ts'

/** Functions and errors with texts that users see, with the index of the text among the arguments. */
const speaking: Readonly<Record<string, number>> = {
  refuseInUse: 1,
  notFound: 0,
  conflict: 0,
  forbidden: 0,
  unauthenticated: 0,
  unavailable: 0,
  planLimit: 0,
  limited: 1,
  invalid: 1,
  fieldConflict: 1,
  AppError: 2,
  ServiceError: 0,
  InputError: 1,
  faultColumns: 0,
  worded: 0,
  asValue: 0,
  SmtpOpenError: 0,
  recordFound: 0,
  recordFault: 0,
  describedAct: 1,
}
/** Properties with texts that users see. For a function, its return value. */
const speakingProperty = /^(message|publicMessage|error)$/
/** Files in which more than messages is shown as it is. */
const shownData: readonly { path: RegExp; properties: RegExp }[] = [
  { path: /^server\/src\/modules\/ai-models\/templates\.ts$/, properties: /^(name|category|description|useCase)$/ },
  // Why a message was not delivered, if the reason is ours and not the provider's text.
  {
    path: /^server\/src\/platform\/(mail\/pipelined-smtp|delivery\/(email-threaded|prepare-or-refuse|sms-twilio|whatsapp-cloud|sandbox-rules))\.ts$/,
    properties: /^response$/,
  },
  // The catalogue of templates, with the steps of its workflows.
  { path: /^server\/src\/modules\/templates\/official\/\w+\.ts$/, properties: /^(name|description)$/ },
  // The gallery of email layouts.
  { path: /^contract\/src\/email-designs\/layouts\/\w+-layouts\.ts$/, properties: /^(name|description)$/ },
  // What modules declare of their permissions: scopes of keys, and the reason on disabled controls.
  { path: /^contract\/src\/[\w-]+\/permissions\.ts$/, properties: /^(label|group|refused)$/ },
  // Types of fields: their names, and what they say against a value.
  { path: /^contract\/src\/kit\/field-types\/[\w-]+\.ts$/, properties: /^(label|refused)$/ },
  // Nouns of the product among the entities.
  { path: /^server\/src\/modules\/(contacts\/contact-entity|sales\/sales-entities)\.ts$/, properties: /^(displayName|description)$/ },
  // The workflow editor shows palette and forms from data, translated by their texts.
  { path: /^server\/src\/modules\/workflows\/steps\/[\w/-]+\.ts$/, properties: /^(label|description|hint|placeholder)$/ },
]
/** Files outside the contract that contain schemas with messages for users. */
const speakingSchemas = /^(contract\/|server\/src\/modules\/workflows\/steps\/)/
/** Calls there write sample emails, and no messages. */
const emailLayouts = /^contract\/src\/email-designs\/layouts\//
const hasSchemas = (path: string): boolean => speakingSchemas.test(path) && !emailLayouts.test(path)
/** Constants that hold texts by name. */
const textConstants = /^(messages|\w+Sentences)$/
/**
 * Excluded: texts of programs, of notifications and emails (which have their own dictionaries), for operators, and of the API documents.
 */
const unseen =
  /^server\/src\/(admin\/|main\.|modules\/[\w-]+\/texts\/|platform\/(db\/|config|operations\/openapi|llm\/sandbox|mail\/mail\.))/

/**
 * The texts that the contract and the server show to users: messages of schemas, of refusals, and of failed runs. Those with values are
 * given to `message` and its kin, with named placeholders.
 */
export function collectMessages(sources: readonly Source[]): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const source of sources.filter(({ path }) => !unseen.test(path))) {
    const constants = constantsOf(source)
    const local = localSpeakers(source)
    const isContract = source.path.startsWith('contract/')
    walk(source.tree, (node, parent) => {
      const spoken = [...spokenIn(node, parent, source.path, hasSchemas(source.path)), ...passedOn(node, local)].flatMap((found) =>
        expand(found, constants),
      )
      if (isContract) spoken.push(...auditedAct(node))
      for (const key of spoken)
        if (isSentence(key) && !texts.has(key)) texts.set(key, { key, one: null, at: `${source.path}:${lineOf(source, node)}` })
      for (const text of wordedIn(node))
        if (texts.get(text.key)?.one === undefined || text.one)
          texts.set(text.key, { ...text, at: `${source.path}:${lineOf(source, node)}` })
    })
  }
  return texts
}

/** Functions of a file that pass a parameter on as a message, such as `const wrong = (path, message) => invalid([{ path, message }])`. */
function localSpeakers({ tree }: Source): Map<string, number> {
  const speakers = new Map<string, number>()
  walk(tree, (node) => {
    const made = node.type === 'FunctionDeclaration' ? node : isNode(node['init']) ? node['init'] : null
    const name = isNode(node['id']) ? node['id']['name'] : null
    if (made === null || typeof name !== 'string' || !isNode(made['body'])) return
    const parameters = listOf(made['params']).map((each) => each['name'])
    walk(made['body'], (inner) => {
      const passed = keyOf(inner) === 'message' ? inner['value'] : calleeOf(inner) === 'worded' ? listOf(inner['arguments'])[0] : null
      const place = isNode(passed) && passed.type === 'Identifier' ? parameters.indexOf(passed['name']) : -1
      if (place !== -1) speakers.set(name, place)
    })
  })
  return speakers
}

/** The argument of a call that such a function passes on. */
function passedOn(node: Node, speakers: ReadonlyMap<string, number>): Node[] {
  const given = listOf(node['arguments'])[speakers.get(calleeOf(node) ?? '') ?? -1]
  return given ? [given] : []
}

/** Functions of contract/src/kit that make a message with values. */
const wording = /^(message|makeMessage|schemaMessage|countMessage|noun)$/

/** The message that a call makes; none if its text is not written out. */
function wordedIn(node: Node): Omit<Text, 'at'>[] {
  const callee = calleeOf(node)
  if (callee === null || !wording.test(callee)) return []
  const given = listOf(node['arguments'])
  if (callee === 'countMessage') {
    const forms = new Map(listOf(given[1]?.['properties']).map((each) => [keyOf(each), literalOf(each['value'])]))
    const [one, other] = [forms.get('one'), forms.get('other')]
    return one && other ? [{ key: other, one }] : []
  }
  const text = literalOf(given[0])
  return text === null || !/\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, ''))
    ? []
    : [{ key: callee === 'noun' ? `${text}||noun` : text, one: null }]
}

/** Texts for users with values put into them, and messages that are not written out, which cannot be translated. */
export function findFilledTexts(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !unseen.test(path))
    .flatMap((source) => {
      const found: string[] = []
      const constants = constantsOf(source)
      const local = localSpeakers(source)
      walk(source.tree, (node, parent) => {
        const callee = isNode(node['callee']) && node['callee'].type === 'Identifier' ? calleeOf(node) : null
        const isHidden =
          callee !== null && wording.test(callee) && !source.path.startsWith('contract/src/kit/') && wordedIn(node).length === 0
        if (isHidden && literalOf(listOf(node['arguments'])[0]) === null) found.push(`${source.path}:${lineOf(source, node)} ${callee}`)
        const texts = [...spokenIn(node, parent, source.path, hasSchemas(source.path)), ...passedOn(node, local)].flatMap((each) =>
          expand(each, constants),
        )
        for (const text of texts)
          if (text.includes(hole) && isSentence(text.replaceAll(hole, '{value}')))
            found.push(`${source.path}:${lineOf(source, node)} ${text.replaceAll(hole, '…')}`)
      })
      return found
    })
}

/** A text for users begins with a capital, a digit or a value; codes and field names do not. A text of values alone does not count. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\{\w+\}/g, '')
  return /\p{L}{2}/u.test(words) && /^([\p{Lu}\d]|\{\w+\}.* )/u.test(text) && !/\s$/.test(text)
}

function spokenIn(node: Node, parent: Node | null, path: string, hasSchemas: boolean): Node[] {
  const callee = calleeOf(node)
  const given = listOf(node['arguments'])
  if (callee !== null) {
    const place = speaking[callee]
    const spoken =
      place === undefined ? [] : given.slice(place, callee === 'fieldConflict' || callee === 'describedAct' ? place + 2 : place + 1)
    // In a schema the text is an argument of the checking method; in the description of an operation it is a property.
    const words =
      hasSchemas && !isMadeOperation(callee, given)
        ? given.filter((argument) => literalOf(argument) !== null && /\s/.test(literalOf(argument) ?? ''))
        : []
    return [...spoken, ...words]
  }
  if (node.type === 'VariableDeclarator' && isNode(node['id']) && textConstants.test(String(node['id']['name'])))
    return listOf(isNode(node['init']) ? unwrap(node['init'])['properties'] : []).flatMap((each) =>
      isNode(each['value']) ? [each['value']] : [],
    )
  const key = keyOf(node)
  if (key === null || !isNode(node['value']) || parent?.type === 'ObjectPattern') return []
  const isShown = shownData.some((each) => each.path.test(path) && each.properties.test(key))
  return isShown || speakingProperty.test(key) ? [node['value']] : []
}

/** Functions that define operations in contract/src/kit/operations.ts: path and summary first, then an object with the details. */
const operationMakers = /^(get|post|put|patch|del|create|update|remove|list)$/
const isMadeOperation = (callee: string, given: readonly Node[]) =>
  operationMakers.test(callee) && (literalOf(given[0]) ?? '').startsWith('/') && given.length > 1

/** The name in the activity log of an operation that leaves a row there: the first clause of its summary, as in describe-act.ts. */
function auditedAct(node: Node): string[] {
  const maker = calleeOf(node) ?? ''
  const given = listOf(node['arguments'])
  if (!isMadeOperation(maker, given)) return []
  const audited = listOf(given[2]?.['properties']).find((property) => keyOf(property) === 'audited')?.['value']
  const isAudited = isNode(audited) ? audited['value'] === true : !/^(get|list)$/.test(maker)
  const summary = literalOf(given[1]) ?? ''
  return isAudited ? [summary.replace(/[;:].*$/s, '')] : []
}

const unwrap = (node: Node): Node =>
  (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') && isNode(node['expression'])
    ? unwrap(node['expression'])
    : node

function constantsOf({ tree }: Source): Map<string, Node[]> {
  const constants = new Map<string, Node[]>()
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && typeof node['id']['name'] === 'string' && isNode(node['init']))
      constants.set(node['id']['name'], [...(constants.get(node['id']['name']) ?? []), node['init']])
  })
  return constants
}

/** Stands for a value in a text. */
const hole = '\u0000'

/** Every text that an expression can give; choices between texts are written out. */
function expand(node: Node, constants: ReadonlyMap<string, readonly Node[]>): string[] {
  const text = literalOf(node)
  if (text !== null) return [text]
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].filter(isNode).flatMap((each) => expand(each, constants))
  if (node.type === 'LogicalExpression') return [node['left'], node['right']].filter(isNode).flatMap((each) => expand(each, constants))
  if (node.type === 'ArrowFunctionExpression' && isNode(node['body'])) return expand(node['body'], constants)
  if (node.type === 'Identifier') {
    // One name may be declared several times in a file: collect the texts of all.
    const known = (constants.get(String(node['name'])) ?? []).filter(({ type }) => /^(Conditional|Template|Literal)/.test(type))
    return known.length > 0 ? known.flatMap((each) => expand(each, constants)) : [hole]
  }
  if (node.type !== 'TemplateLiteral') return [hole]
  const values = listOf(node['expressions']).map((each) => expand(each, constants))
  return listOf(node['quasis'])
    .map((quasi, at) => ({ words: cooked(quasi), values: values[at] ?? [''] }))
    .reduce((texts, { words, values: next }) => texts.flatMap((text) => next.map((value) => text + words + value)), [''])
}
