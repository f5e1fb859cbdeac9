import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, syntaxTree } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import type { Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { resolveSchema } from '@imperium/contract/kit/openapi-document.ts'
import { checkValue } from '../api-reference/index.ts'
import type { Schema } from '@imperium/contract/kit/openapi-document.ts'
import { t } from '../../lib/words.ts'
import classes from './playground.module.css'

export interface BodySchema {
  schema: Schema
  components: Record<string, Schema>
}

interface JsonEditorProps {
  value: string
  /** Null: any JSON. */
  described: BodySchema | null
  onChange: (value: string) => void
}

/** A field for JSON that knows the schema: names and values are completed, and what breaks it is marked. */
export function JsonEditor({ value, described, onChange }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const sent = useRef(value)
  const send = useEffectEvent((next: string) => {
    sent.current = next
    onChange(next)
  })
  const complete = useEffectEvent((context: CompletionContext) => (described ? completionsAt(context, described) : null))
  const check = useEffectEvent((editor: EditorView) => diagnosticsOf(editor, described))
  const open = useEffectEvent((parent: HTMLElement) => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
    const extensions = [
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': t('JSON body'), tabindex: '0' }),
      EditorView.lineWrapping,
      lineNumbers(),
      drawSelection(),
      history(),
      bracketMatching(),
      json(),
      autocompletion({ override: [(context) => complete(context)] }),
      linter((editor) => check(editor)),
      // Tab leaves the field, as in every other one.
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => update.docChanged && send(update.state.doc.toString())),
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: sent.current, extensions }) })
  })
  useEffect(() => {
    if (!host.current) return
    const made = open(host.current)
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])
  useEffect(() => {
    const now = view.current
    if (!now || value === sent.current) return
    sent.current = value
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } })
  }, [value])
  return <div ref={host} className={classes.editor} />
}

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** Names of the properties around a position, from the outside in. */
function pathAt(state: EditorState, start: Node): string[] {
  const path: string[] = []
  for (let node: Node | null = start; node; node = node.parent) {
    if (node.name === 'Array') path.unshift('0')
    if (node.name === 'Property' && node.firstChild && node !== start.parent) path.unshift(nameOf(state, node.firstChild))
  }
  return path
}

const nameOf = (state: EditorState, node: Node): string => state.sliceDoc(node.from + 1, node.to - 1)

/** Schemas that may describe the value at a path. */
function schemasAt({ schema, components }: BodySchema, path: readonly string[]): Schema[] {
  const flat = (each: Schema): Schema[] => {
    const found = resolveSchema(each, components)
    const inner = [found.anyOf, found.oneOf, found.allOf].flatMap((each) => each ?? [])
    // Fields may stand beside the parts.
    return inner.length > 0 && !found.properties ? inner.flatMap(flat) : [found, ...inner.flatMap(flat)]
  }
  return path.reduce(
    (now, name) => now.flatMap(({ properties, items }) => [properties?.[name], items].flatMap((each) => (each ? flat(each) : []))),
    flat(schema),
  )
}

function completionsAt(context: CompletionContext, described: BodySchema): CompletionResult | null {
  const node = syntaxTree(context.state).resolveInner(context.pos, -1)
  const word = context.matchBefore(/"?[\w-]*/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const property = node.parent?.name === 'Property' ? node.parent : null
  const isValue = property !== null && node.name !== 'PropertyName'
  const path = isValue ? [...pathAt(context.state, node), nameOf(context.state, property.firstChild ?? node)] : pathAt(context.state, node)
  const schemas = schemasAt(described, path)
  const options = isValue ? schemas.flatMap(valuesOf) : schemas.flatMap((each) => namesOf(each))
  // What stands behind the position already is replaced too.
  const to = context.state.sliceDoc(context.pos, context.pos + 1) === '"' ? context.pos + 1 : context.pos
  return options.length > 0 ? { from: word.from, to, options, filter: true } : null
}

const valuesOf = ({ enum: values, type }: Schema): Completion[] =>
  (values ?? ([type].flat().includes('boolean') ? [true, false] : [])).map((value) => ({ label: JSON.stringify(value), type: 'constant' }))

const namesOf = ({ properties = {}, required = [] }: Schema): Completion[] =>
  Object.entries(properties).map(([name, { type, description }]) => ({
    label: JSON.stringify(name),
    type: 'property',
    boost: required.includes(name) ? 1 : 0,
    detail: [type ?? ''].flat().join(' | '),
    ...(description ? { info: description } : {}),
  }))

function diagnosticsOf(editor: EditorView, described: BodySchema | null): Diagnostic[] {
  const text = editor.state.doc.toString()
  if (text.trim() === '') return []
  const broken = jsonParseLinter()(editor)
  if (broken.length > 0 || !described) return broken.map((each) => ({ ...each, message: t('This is not valid JSON') }))
  return checkValue(JSON.parse(text), described.schema, described.components).map(({ path, message }) => ({
    ...placeOf(text, path),
    severity: 'error',
    message: path.length > 0 ? `${path.join('.')}: ${message}` : message,
  }))
}

/** Where the field of an error stands: its name, as far as the text shows it. */
function placeOf(text: string, path: readonly string[]): { from: number; to: number } {
  let from = 0
  let length = 1
  for (const name of path.filter((each) => !/^\d+$/.test(each))) {
    const at = text.indexOf(`"${name}"`, from)
    if (at >= 0) [from, length] = [at, name.length + 2]
  }
  return { from, to: Math.min(text.length, from + length) }
}
