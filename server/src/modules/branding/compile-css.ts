import { generate, parse, walk } from 'css-tree'
import type { CssNode, Rule, Selector, SelectorList, StyleSheet } from 'css-tree'
import { englishOf, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { allowedFunctions, allowedProperties, allowedPseudoClasses, allowedPseudoElements, allowedVariables } from './css-rules.ts'

interface CssFault {
  line: number
  text: Text
}

interface CompiledCss {
  /** Every rule inside the scope, without comments; empty when there are faults. */
  css: string
  faults: CssFault[]
}

/** The class of the element that custom CSS reaches into. */
const brandScope = 'brand-scope'

const mostFaults = 50
const mostRules = 500
/** The parser calls itself for each bracket inside another. */
const mostDepth = 24
/** Selectors that mean the whole page: here, the scope itself. */
const rootNames: ReadonlySet<string> = new Set(['body', 'html'])

/**
 * Checks custom CSS against the allow-list and puts every selector inside the scope. The text is parsed and written anew, so that only
 * what was understood is applied.
 */
export function compileCss(source: string): CompiledCss {
  const faults: CssFault[] = []
  const told = new Set<string>()
  const fault: Fault = (node, text, line = node?.loc?.start.line ?? 1) => {
    const once = `${line} ${englishOf(text)}`
    if (faults.length < mostFaults && !told.has(once)) faults.push({ line, text })
    told.add(once)
  }
  if (source.trim() === '') return { css: '', faults }
  // Escapes write forbidden names in other letters, and < could end the style element: no brand needs either.
  if (/[\\<]/.test(source)) {
    const at = source.slice(0, source.search(/[\\<]/)).split('\n').length
    return { css: '', faults: [{ line: at, text: 'Backslashes and < are not allowed' }] }
  }
  if (depthOf(source) > mostDepth) return { css: '', faults: [{ line: 1, text: 'Too many brackets inside each other' }] }
  const sheet = parseUnlessBroken(source, ({ line }) => fault(null, 'This part is no valid CSS', line))
  if (!sheet) return { css: '', faults }
  let rules = 0
  walk(sheet, (node) => {
    if (node.type === 'Rule') rules += 1
    checkNode(node, fault)
  })
  if (rules > mostRules) fault(null, message('At most {max} rules', { max: mostRules }))
  if (faults.length > 0) return { css: '', faults: faults.toSorted((a, b) => a.line - b.line) }
  walk(sheet, { visit: 'Rule', enter: scopeRule })
  return { css: generate(sheet), faults }
}

class BrokenCss extends Error {}

/** Null for a text with more errors than are told: the parser takes long for each. */
function parseUnlessBroken(source: string, onError: (error: { line: number }) => void): StyleSheet | null {
  let errors = 0
  const onParseError = (error: { line: number }) => {
    onError(error)
    if (++errors > mostFaults) throw new BrokenCss()
  }
  try {
    return parse(source, { positions: true, parseCustomProperty: true, onParseError }) as StyleSheet
  } catch (error) {
    if (error instanceof BrokenCss) return null
    throw error
  }
}

function depthOf(source: string): number {
  let [depth, deepest] = [0, 0]
  for (const letter of source) {
    if ('({['.includes(letter)) deepest = Math.max(deepest, ++depth)
    else if (')}]'.includes(letter)) depth = Math.max(0, depth - 1)
  }
  return deepest
}

type Fault = (node: CssNode | null, text: Text, line?: number) => void

const unknownKinds: ReadonlySet<string> = new Set(['Raw', 'NestingSelector', 'Scope', 'CDO', 'CDC'])

function checkNode(node: CssNode, fault: Fault): void {
  if (unknownKinds.has(node.type)) return fault(node, 'This part is no valid CSS')
  if (node.type === 'Atrule' && (node.name.toLowerCase() !== 'media' || node.block === null))
    return fault(node, message('@{name} is not allowed', { name: node.name.slice(0, 40) }))
  if (node.type === 'Declaration') return checkDeclaration(node.property, node, fault)
  if (node.type === 'Url') return fault(node, 'Addresses of other files are not allowed')
  if (node.type === 'Function' && !allowedFunctions.has(node.name.toLowerCase()))
    return fault(node, message('The function {name} is not allowed', { name: node.name.slice(0, 40) }))
  // `~ b` would reach beside the scope.
  if (node.type === 'Selector' && node.children.first?.type === 'Combinator') return fault(node, 'A selector cannot begin with + ~ or >')
  if (node.type === 'AttributeSelector') return fault(node, 'Selectors by attribute are not allowed')
  if (node.type === 'PseudoClassSelector' && !allowedPseudoClasses.has(node.name.toLowerCase()))
    return fault(node, message('The selector :{name} is not allowed', { name: node.name.slice(0, 40) }))
  if (node.type === 'PseudoElementSelector' && !allowedPseudoElements.has(node.name.toLowerCase()))
    return fault(node, message('The selector ::{name} is not allowed', { name: node.name.slice(0, 40) }))
}

function checkDeclaration(property: string, node: CssNode, fault: Fault): void {
  const name = property.toLowerCase()
  const isAllowed = name.startsWith('--') ? allowedVariables.has(name) : allowedProperties.has(name)
  if (!isAllowed) fault(node, message('The property {name} is not allowed', { name: property.slice(0, 40) }))
}

/** `a, body b` -> `.brand-scope a,.brand-scope b`. Rules inside rules are inside the scope by their parents. */
function scopeRule(rule: Rule): void {
  if (rule.prelude.type !== 'SelectorList') return
  const list: SelectorList = rule.prelude
  list.children.forEach((selector) => {
    if (selector.type === 'Selector') scopeSelector(selector)
  })
}

function scopeSelector(selector: Selector): void {
  const { children } = selector
  const scope = { type: 'ClassSelector', name: brandScope } as const
  let first = children.first
  // `html body .a`: what stands for the page is left out, once for each of the two.
  while (first?.type === 'TypeSelector' && rootNames.has(first.name.toLowerCase())) {
    children.shift()
    const next = children.first
    if (next?.type !== 'Combinator') {
      children.unshift(scope)
      return
    }
    children.shift()
    first = children.first
  }
  children.unshift({ type: 'Combinator', name: ' ' })
  children.unshift(scope)
}
