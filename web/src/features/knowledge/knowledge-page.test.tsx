import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { knowledge } from '@imperium/contract/knowledge.ts'
import type { KnowledgeArticle, KnowledgeDocument } from '@imperium/contract/knowledge.ts'
import { helpCenter } from '@imperium/contract/knowledge/help-center.ts'
import { knowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import type { KnowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import { testQuestions } from '@imperium/contract/knowledge/test-questions.ts'
import type { TestQuestion } from '@imperium/contract/knowledge/test-questions.ts'
import { knowledgeSources } from '@imperium/contract/knowledge/knowledge-sources.ts'
import type { KnowledgeSource } from '@imperium/contract/knowledge/knowledge-sources.ts'
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

const id = '01990000-0000-7000-8000-000000000001'

describe('documents', () => {
  const document: KnowledgeDocument = {
    id,
    name: 'prices.pdf',
    format: 'pdf',
    sizeBytes: 2048,
    status: 'failed',
    error: { message: 'This file is damaged.' },
    passages: 0,
    language: 'en',
    visibility: 'organization',
    collectionId: null,
    metadata: { department: 'sales' },
    sourceUrl: null,
    createdAt: article.updatedAt,
    updatedAt: article.updatedAt,
  }

  test('a failed one says why, and is read again', async () => {
    const api = openScreen('docs?tab=documents', {}, (on) => {
      on.give(knowledge.listDocuments, [document])
      on.give(knowledgeSources.list, [])
      on.give(knowledge.listCollections, [])
      on.give(knowledge.retryDocument, { ...document, status: 'queued', error: null })
    })
    await screen.findByText('This file is damaged.')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for prices.pdf' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Read again' }))
    await waitFor(() => expect(api.sent(knowledge.retryDocument)).toHaveLength(1))
  })

  test('its metadata is edited by name, type and value', async () => {
    const api = openScreen('docs?tab=documents', {}, (on) => {
      on.give(knowledge.listDocuments, [document])
      on.give(knowledgeSources.list, [])
      on.give(knowledge.listCollections, [])
      on.give(knowledge.updateDocument, document)
    })
    expect(await screen.findByText('department: sales')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Actions for prices.pdf' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Add field' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of field 2' }), { target: { value: 'Year' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Value of field 2' }), { target: { value: '2026' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.sent(knowledge.updateDocument)[0]?.body).toEqual({ metadata: { department: 'sales', year: '2026' } }))
  })

  test('files get their metadata before they go up', async () => {
    const api = openScreen('docs?tab=documents', {}, (on) => {
      on.give(knowledge.listDocuments, [document])
      on.give(knowledgeSources.list, [])
      on.give(knowledge.listCollections, [])
      on.give(knowledge.uploadDocument, { ...document, status: 'queued', error: null })
    })
    await screen.findByText('prices.pdf')
    const files = ['a.md', 'b.md'].map((name) => new File(['# A'], name))
    const input = window.document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('there is no field for files')
    fireEvent.change(input, { target: { files } })
    expect(await screen.findByText('b.md')).toBeTruthy()
    expect(api.sent(knowledge.uploadDocument)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of field 1' }), { target: { value: 'team' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Value of field 1' }), { target: { value: 'sales' } })
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await waitFor(() => expect(api.sent(knowledge.uploadDocument)).toHaveLength(2))
    expect(api.sent(knowledge.uploadDocument).map(({ query }) => query)).toEqual(
      files.map(({ name }) => ({ name, visibility: 'organization', metadata: '{"team":"sales"}' })),
    )
  })

  test('who may not write sees no upload, no collections and no questions', async () => {
    openScreen('docs?tab=documents', { role: 'VIEWER' }, (on) => {
      on.give(knowledge.listDocuments, [{ ...document, status: 'ready', error: null, passages: 2 }])
      on.give(knowledge.listCollections, [])
    })
    await screen.findByRole('button', { name: 'prices.pdf' })
    expect(screen.queryByRole('button', { name: 'Upload documents' })).toBeNull()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Articles', 'Documents'])
  })
})

test('an unanswered question becomes an article that answers it', async () => {
  const question = 'Do you ship to the moon?'
  const written = { ...article, id, source: 'organization' as const, body: 'Yes.', version: 1, publishedVersion: 1 }
  const api = openScreen('docs?tab=questions', {}, (on) => {
    on.give(knowledge.listQuestions, [{ id, question, asked: 2, runId: null, askedAt: article.updatedAt }])
    on.give(knowledge.listCollections, [])
    on.give(knowledge.create, { ...written, isHelpful: null, related: [] })
    on.give(knowledge.read, { ...written, isHelpful: null, related: [] })
    on.give(knowledge.view, undefined)
    on.give(knowledge.list, [])
    on.give(knowledge.overview, { total: 0, counts: [], featured: [], popular: [], recent: [] })
  })
  await screen.findByText('asked 2 times')
  fireEvent.click(screen.getByRole('button', { name: 'Write an article' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })).value).toBe(question)
  fireEvent.click(screen.getByRole('button', { name: 'Save and publish' }))
  await waitFor(() => expect(api.sent(knowledge.create)[0]?.body).toMatchObject({ title: question, answers: id, category: 'faqs' }))
})

test('a web address shows what was not read, and another is added by its dialog', async () => {
  const source: KnowledgeSource = {
    id,
    name: '',
    kind: 'sitemap',
    url: 'https://example.com/sitemap.xml',
    depth: 0,
    maxPages: 50,
    schedule: 'weekly',
    status: 'ready',
    error: null,
    pages: 3,
    failedPages: 1,
    failures: [{ url: 'https://example.com/a', message: 'This page does not exist any more.' }],
    language: 'en',
    visibility: 'organization',
    collectionId: null,
    metadata: {},
    syncedAt: article.updatedAt,
    createdAt: article.updatedAt,
  }
  const api = openScreen('docs?tab=documents', {}, (on) => {
    on.give(knowledge.listDocuments, [])
    on.give(knowledge.listCollections, [])
    on.give(knowledgeSources.list, [source])
    on.refuse(knowledgeSources.create, 409, 'CONFLICT', 'There are too many sources. Delete one first.')
  })
  await screen.findByText('This page does not exist any more.')
  fireEvent.click(screen.getByRole('button', { name: 'Add web address' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Address/ }), { target: { value: 'https://no.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(api.sent(knowledgeSources.create)).toHaveLength(1))
  // A refusal leaves the form with what was typed.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ }).value).toBe('https://no.example')
  expect(api.sent(knowledgeSources.create)[0]?.body).toMatchObject({ url: 'https://no.example', depth: 0, schedule: 'weekly' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  api.give(knowledgeSources.update, source)
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${source.url}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Our site' } })
  expect(screen.queryByRole('textbox', { name: /^Address/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(knowledgeSources.update)).toHaveLength(1))
  // Nothing else: another member may have restricted the pages since this list was read.
  expect(api.sent(knowledgeSources.update)[0]?.body).toEqual({ name: 'Our site' })
})

test('the help center is switched on in its dialog', async () => {
  const center = {
    isEnabled: false,
    title: '',
    intro: '',
    accent: null,
    hasLogo: false,
    links: [],
    url: 'https://imperium.example/help/northwind',
    publicArticles: 2,
  }
  const api = openScreen('docs', {}, (on) => {
    on.give(knowledge.list, [])
    on.give(knowledge.overview, { total: 0, counts: [], featured: [], popular: [], recent: [] })
    on.give(helpCenter.read, center)
    on.give(helpCenter.update, { ...center, isEnabled: true })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Public help center' }))
  fireEvent.click(await screen.findByRole('switch', { name: /^Show public articles/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(helpCenter.update)[0]?.body).toMatchObject({ isEnabled: true }))
})

describe('search', () => {
  const vectors = {
    embedding: 'offline' as const,
    model: 'use-lite-en',
    status: 'ready' as const,
    error: null,
    done: 7,
    total: 7,
    finishedAt: null,
  }
  const index: KnowledgeIndex = {
    embedding: 'offline',
    configId: null,
    isReranked: false,
    leastStrength: 25,
    passages: 6,
    models: [{ id, name: 'Small', modelId: 'text-embedding-3-small' }],
    active: vectors,
    next: null,
    withoutVectors: 2,
  }
  const otherId = '0190aaaa-0000-7000-8000-000000000009'
  const kept: TestQuestion = {
    id,
    question: 'Why was I refused?',
    passages: [
      {
        articleId: 'api-errors',
        documentId: null,
        position: 0,
        title: 'Errors of the API',
        headings: ['Errors of the API'],
        excerpt: 'A refused',
      },
    ],
    result: { rank: 1, strength: 70, isGiven: true, given: 3 },
    previous: null,
    runAt: null,
  }

  test('another model is chosen, and its index is shown with what stops it', async () => {
    const next = {
      ...vectors,
      embedding: 'model' as const,
      model: 'text-embedding-3-small',
      status: 'failed' as const,
      done: 3,
      error: { message: 'The key is wrong.' },
    }
    const api = openScreen('docs?tab=search', {}, (on) => {
      on.give(knowledgeIndex.read, { ...index, next })
      on.give(testQuestions.list, [])
      on.give(knowledgeIndex.update, index)
      on.give(knowledgeIndex.rebuild, index)
    })
    await screen.findByText('The key is wrong.')
    expect(screen.getByText('3 of 7').previousSibling?.textContent).toMatch(/^New index/)
    expect(screen.getByRole('progressbar', { name: /^New index/ })).toBeTruthy()
    expect(screen.getByText(/^2 passages are not in English/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(api.sent(knowledgeIndex.rebuild)).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: 'Change' }))
    fireEvent.click(await screen.findByRole('radio', { name: 'AI model' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.sent(knowledgeIndex.update)[0]?.body).toMatchObject({ embedding: 'model', configId: id, leastStrength: 25, passages: 6 }),
    )
  })

  test('a question shows its passages with the reasons, and why vectors were not used', async () => {
    const passage = {
      articleId: 'api-errors',
      documentId: null,
      title: 'Errors of the API',
      category: 'api-reference' as const,
      position: 0,
      headings: ['Errors of the API'],
      passage: 'A refused call says why.',
      score: 0.8,
      matched: 'some' as const,
      words: ['refused'],
      similarity: 0.62,
      strength: 0.7,
      isAnswer: true,
    }
    const meant = { ...passage, position: 1, matched: 'meaning' as const, words: [], isAnswer: false }
    const api = openScreen('docs?tab=search', {}, (on) => {
      on.give(knowledgeIndex.read, index)
      on.give(testQuestions.create, kept)
      on.give(testQuestions.list, [])
      on.give(knowledgeIndex.trySearch, {
        passages: [passage, meant],
        usedVectors: true,
        usedModel: false,
        note: { message: 'The model provider is limiting our calls.' },
      })
    })
    fireEvent.change(await screen.findByRole('textbox', { name: 'Question' }), { target: { value: 'Why was I refused?' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByText('The model provider is limiting our calls.')
    expect(screen.getByText('refused').tagName).toBe('MARK')
    expect(screen.getAllByText('Similar meaning: 62%')).toHaveLength(2)
    expect(screen.getByText('An agent may answer with it')).toBeTruthy()
    expect(screen.getByText('No word of the question')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('checkbox', { name: 'Answers the question' })[0] ?? document.body)
    fireEvent.click(screen.getByRole('button', { name: 'Keep as test question' }))
    await waitFor(() =>
      expect(api.sent(testQuestions.create)[0]?.body).toEqual({
        question: 'Why was I refused?',
        passages: [{ articleId: 'api-errors', documentId: null, position: 0 }],
      }),
    )
  })

  test('the test questions show what other settings would do, and nothing is kept', async () => {
    const api = openScreen('docs?tab=search', {}, (on) => {
      on.give(knowledgeIndex.read, index)
      on.give(testQuestions.list, [kept, { ...kept, id: otherId, question: 'What is the weather?', passages: [], result: null }])
      on.give(testQuestions.run, {
        results: [
          { id, result: { rank: 2, strength: 40, isGiven: false, given: 0 } },
          { id: otherId, result: { rank: null, strength: null, isGiven: false, given: 0 } },
        ],
        usedVectors: true,
      })
    })
    await screen.findByText('Place 1, strength 70%')
    expect(screen.getByText('Not asked yet')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: 'Least strength' }), { target: { value: '50' } })
    fireEvent.click(screen.getByRole('button', { name: 'Ask with these settings' }))
    await screen.findByText(/^A trial: nothing was changed/)
    expect(api.sent(testQuestions.run)[0]?.body).toEqual({ leastStrength: 50, passages: 6 })
    expect(screen.getByText('Place 2, strength 40%: too weak or too far down for an agent')).toBeTruthy()
    expect(screen.getByText('Before: Place 1, strength 70%')).toBeTruthy()
    // No longer first, and no longer given to an agent; still among five.
    expect(screen.getAllByText('0 of 1 (before: 1)')).toHaveLength(2)
    expect(screen.getByText('No passage, as it should be')).toBeTruthy()
  })
})
