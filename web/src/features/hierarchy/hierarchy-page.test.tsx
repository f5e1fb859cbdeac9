import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import { hierarchyLinks } from '@imperium/contract/hierarchy/links.ts'
import type { HierarchyNode, NodeType } from '@imperium/contract/hierarchy/hierarchy.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const node = (
  number: number,
  name: string,
  type: NodeType,
  level: number,
  parent: number | null,
  children: HierarchyNode[] = [],
): HierarchyNode => ({
  id: id(number),
  name,
  slug: name.toLowerCase(),
  type,
  level,
  description: '',
  userCount: number,
  updatedAt: at,
  children,
  parentId: parent === null ? null : id(parent),
})
const tree = node(10, 'Northwind', 'holding', 0, null, [
  node(11, 'Europe', 'subsidiary', 1, 10, [node(12, 'Sales', 'division', 2, 11)]),
  node(13, 'Asia', 'subsidiary', 1, 10),
])

testStates('the hierarchy', {
  place: 'hierarchy',
  heading: 'Organization Hierarchy',
  list: hierarchy.tree,
  others: (on) => on.give(hierarchyLinks.holding, null),
  loadFailed: 'Failed to load the hierarchy',
  empty: { data: null, texts: 'No hierarchy data available' },
  filled: { data: tree, texts: ['Northwind', 'Europe', 'Asia'] },
  forbidden: { role: 'VIEWER', texts: 'Europe' },
})

const items = () => screen.getAllByRole('treeitem').map((item) => within(item).getAllByText(/\w/)[0]?.textContent)

test('shows the root open, counts the nodes, and finds below closed ones', async () => {
  openScreen('hierarchy', { role: 'ADMIN' }, (on) => on.give(hierarchy.tree, tree))
  await screen.findByText('Europe')
  expect(items()).toEqual(['Northwind', 'Europe', 'Asia'])
  const cards = screen.getByLabelText('Hierarchy', { selector: 'dl' })
  expect(
    within(cards)
      .getAllByRole('definition')
      .map((each) => Number.parseInt(each.textContent ?? '', 10)),
  ).toEqual([4, 2, 2, 1, 0])
  fireEvent.keyDown(screen.getByRole('treeitem', { name: /Europe/ }), { key: 'ArrowDown' })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search the hierarchy' }), { target: { value: 'sale' } })
  await waitFor(() => expect(items()).toEqual(['Northwind', 'Europe', 'Sales']))
})

test('shows which members a move affects before it is done', async () => {
  const api = openScreen(`hierarchy?node=${id(12)}&move=${id(12)}&to=${id(13)}`, { role: 'ADMIN' }, (on) => {
    on.give(hierarchy.tree, tree)
    on.give(hierarchy.contents, { contacts: 2, agents: 0, campaigns: 0, workflows: 0, records: 0, people: [] })
    const effect = { userId: id(5), name: 'Grace Hopper', nodes: 1, contacts: 2, agents: 0, campaigns: 0, workflows: 0, records: 0 }
    on.give(hierarchy.previewMove, { nodes: 1, gainCount: 0, gains: [], lossCount: 1, losses: [effect] })
    on.give(hierarchy.move, { ...tree, id: id(12) })
  })
  await screen.findByText(/Grace Hopper: 1 node, 2 contacts/)
  const dialog = screen.getByRole('dialog')
  fireEvent.submit(dialog.querySelector('form')!)
  await waitFor(() =>
    expect(api.sent(hierarchy.move)[0]).toMatchObject({ params: { id: id(12) }, body: { parentId: id(13), updatedAt: at } }),
  )
})

test('adds a child below the chosen node, of the next lower type', async () => {
  const api = openScreen(`hierarchy?node=${id(11)}&create=${id(11)}`, { role: 'ADMIN' }, (on) => {
    on.give(hierarchy.tree, tree)
    on.give(hierarchy.contents, { contacts: 0, agents: 0, campaigns: 0, workflows: 0, records: 0, people: [] })
    on.give(hierarchy.create, { ...tree, id: id(20) })
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: 'Logistics' } })
  fireEvent.submit(name.closest('form')!)
  await waitFor(() =>
    expect(api.sent(hierarchy.create)[0]?.body).toEqual({ name: 'Logistics', type: 'division', description: '', parentId: id(11) }),
  )
})
