import { describe, expect, test } from 'vitest'
import { crumbsOf } from './crumbs.ts'

const labels = (path: string) => crumbsOf(path).map((crumb) => crumb.label)

describe('breadcrumbs', () => {
  test.each([
    ['/dashboard', ['Dashboard']],
    ['/agents', ['Automation', 'AI Agents']],
    ['/settings/ai-models', ['Settings', 'AI Models']],
    ['/settings/providers/', ['Settings', 'AI Providers']],
    ['/agents/run-history', ['Automation', 'AI Agents', 'Run history']],
    ['/workflows/0198c0de-0000-7000-8000-000000000001/edit', ['Automation', 'Workflows', 'Edit']],
    ['/workflows/runs/0198c0de-0000-7000-8000-000000000001', ['Automation', 'Workflows', 'Execution History']],
    ['/settings/credentials', ['Settings', 'Credentials']],
    ['/settings', ['Settings']],
    ['/settings/data', ['Settings', 'Data Management']],
    ['/activity', ['Activity Log']],
    ['/somewhere-else', ['Somewhere else']],
    ['', []],
  ])('%s', (path, expected) => expect(labels(path)).toEqual(expected))

  test('names the object of a detail page once its name is known', () => {
    const id = '0198c0de-0000-7000-8000-000000000001'
    const named = crumbsOf(`/campaigns/${id}/edit`, (request) => (request === id ? 'Spring sale' : undefined))
    expect(named.map(({ label }) => label)).toEqual(['Marketing', 'Campaigns', 'Spring sale', 'Edit'])
    expect(named[2]?.path).toBe(`campaigns/${id}`)
  })

  test('a group has no page, the page above has its own', () => {
    expect(crumbsOf('/settings/security').map((crumb) => crumb.path)).toEqual(['settings', 'settings/security'])
    expect(crumbsOf('/agents/one').map((crumb) => crumb.path)).toEqual([null, 'agents', 'agents/one'])
  })
})
