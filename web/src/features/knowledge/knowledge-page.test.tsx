import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { knowledge } from '@imperium/contract/knowledge.ts'
import type { KnowledgeArticle } from '@imperium/contract/knowledge.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { testStates } from '../../testing/screen-states.ts'

const article: KnowledgeArticle = {
  id: 'api-errors',
  source: 'product',
  title: 'Errors of the API',
  category: 'api-reference',
  excerpt: 'What a refused call says.',
  tags: ['api'],
  featured: true,
  language: 'en',
  status: 'PUBLISHED',
  hasDraft: false,
  visibility: 'public',
  roles: [],
  collectionId: null,
  views: 3,
  helpfulCount: 1,
  updatedAt: '2026-11-24T00:00:00.000Z',
}

testStates('knowledge base', {
  place: 'docs',
  heading: 'Knowledge Base',
  list: knowledge.list,
  others: (api) => api.give(knowledge.overview, { total: 0, counts: [], featured: [], popular: [], recent: [] }),
  loadFailed: 'Articles could not be loaded',
  empty: { data: [], texts: 'No articles found' },
  noMatch: { place: 'docs?q=zzz', texts: 'Try adjusting your search or filters' },
  filled: { data: [article], texts: ['Errors of the API', 'What a refused call says.'] },
})

describe('an article', () => {
  test('shows no HTML of its text, and loads no picture of another site', async () => {
    const body = '## Part\n\n<img src=x onerror=alert(1)>\n\n![Far](https://elsewhere.test/a.png) [Next](docs?article=b)'
    const api = openScreen('docs?article=api-errors', {}, (on) => {
      on.give(knowledge.read, { ...article, body, version: null, publishedVersion: null, isHelpful: true, related: [] })
      on.give(knowledge.view, undefined)
    })
    await screen.findByRole('heading', { level: 2, name: 'Part' })
    expect(document.querySelectorAll('article img')).toHaveLength(0)
    expect(screen.getByRole('link', { name: 'Far' }).getAttribute('rel')).toContain('noopener')
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('target')).toBeNull()
    expect(screen.getByRole('button', { name: 'Yes, helpful' }).getAttribute('aria-pressed')).toBe('true')
    await screen.findByText('Thank you for your feedback!')
    expect(api.sent(knowledge.view)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})
