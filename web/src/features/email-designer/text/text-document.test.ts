import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import type { Command } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { everyBlock } from '@imperium/contract/email-designs/testing/every-block.ts'
import { blocksOf } from '@imperium/contract/email-designs/email-design.ts'
import type { Paragraph, Span } from '@imperium/contract/email-designs/email-design.ts'
import { changeField, insertField, keysFor, linkAt, removeField, selectedField, setLink, setList } from './text-commands.ts'
import { toDocument, toParagraphs } from './text-document.ts'
import { schemas } from './text-schema.ts'

const plain = (text: string, list: Paragraph['list'] = 'none'): Paragraph => ({ list, spans: text === '' ? [] : [{ text }] })

/** Runs commands on a text whose caret, or selection, is at these positions. */
function edit(
  paragraphs: Paragraph[],
  [from, to = from]: number[],
  ...commands: Command[]
): { paragraphs: Paragraph[]; state: EditorState } {
  const doc = toDocument(schemas.many, paragraphs)
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, from ?? 1, to) })
  for (const command of commands) command(state, (change) => (state = state.apply(change)))
  return { paragraphs: toParagraphs(state.doc), state }
}

test('the texts of a design are the same after a way through the editor', () => {
  const texts: Paragraph[][] = blocksOf(everyBlock).flatMap((block) =>
    block.type === 'text' ? [block.paragraphs] : block.type === 'heading' ? [[{ list: 'none' as const, spans: block.spans }]] : [],
  )
  texts.push([
    plain(''),
    {
      list: 'none',
      spans: [
        { text: 'one\ntwo\n', bold: true },
        { text: 'three', italic: true, link: 'https://a.test/' },
        { text: '!', strike: true, underline: true },
      ],
    },
  ])
  expect(texts.length).toBeGreaterThan(3)
  for (const paragraphs of texts) expect(toParagraphs(toDocument(schemas.many, paragraphs))).toEqual(paragraphs)
})

test('inserts a merge field as one piece, changes its fallback, and removes it', () => {
  const inserted = edit([plain('Hi !')], [4], insertField('first_name', 'there'))
  const field: Span = { field: 'first_name', fallback: 'there' }
  expect(inserted.paragraphs[0]?.spans).toEqual([{ text: 'Hi ' }, field, { text: '!' }])
  let state = inserted.state.apply(inserted.state.tr.setSelection(NodeSelection.create(inserted.state.doc, 4)))
  expect(selectedField(state)).toEqual(field)
  const run = (command: Command) => command(state, (change) => (state = state.apply(change)))
  run(changeField({ fallback: 'friend' }))
  expect(selectedField(state)?.fallback).toBe('friend')
  run(removeField)
  expect(toParagraphs(state.doc)[0]?.spans).toEqual([{ text: 'Hi !' }])
})

test('Enter in an empty item and Backspace at its start end the list', () => {
  const keys = keysFor('many')
  const listed = edit([plain('a', 'bullet')], [2], keys['Enter']!)
  expect(listed.paragraphs).toEqual([plain('a', 'bullet'), plain('', 'bullet')])
  expect(edit(listed.paragraphs, [4], keys['Enter']!).paragraphs).toEqual([plain('a', 'bullet'), plain('')])
  expect(edit([plain('a', 'number')], [1], keys['Backspace']!).paragraphs).toEqual([plain('a')])
  expect(edit([plain('a'), plain('b')], [1, 5], setList('number')).paragraphs).toEqual([plain('a', 'number'), plain('b', 'number')])
  expect(edit([plain('a', 'number')], [1], setList('number')).paragraphs).toEqual([plain('a')])
})

test('in a heading Enter breaks the line', () => {
  const doc = toDocument(schemas.one, [plain('ab')])
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 2) })
  keysFor('one')['Enter']?.(state, (change) => (state = state.apply(change)))
  expect(toParagraphs(state.doc)).toEqual([plain('a\nb')])
})

test('links the selection, changes a link from inside it, and removes it', () => {
  const linked = edit([plain('see our shop')], [5, 13], setLink('https://a.test/'))
  expect(linked.paragraphs[0]?.spans).toEqual([{ text: 'see ' }, { text: 'our shop', link: 'https://a.test/' }])
  const inside = edit(linked.paragraphs, [8], setLink('https://b.test/'))
  expect(inside.paragraphs[0]?.spans[1]).toEqual({ text: 'our shop', link: 'https://b.test/' })
  expect(linkAt(edit(linked.paragraphs, [8]).state)?.href).toBe('https://a.test/')
  expect(edit(linked.paragraphs, [8], setLink('')).paragraphs).toEqual([plain('see our shop')])
  expect(edit([plain('')], [1], setLink('https://a.test/')).paragraphs[0]?.spans).toEqual([
    { text: 'https://a.test/', link: 'https://a.test/' },
  ])
})
