import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CodeArtifact, CodeArtifactRow } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'
import { ConfirmHost } from '../../ui/dialog/confirm-host.tsx'

const row: CodeArtifactRow = {
  id: id(7),
  name: 'Order total',
  artifactType: 'utility_function',
  language: 'typescript',
  framework: 'Node',
  status: 'approved',
  inReview: false,
  version: 2,
  syntaxValid: true,
  reasoning: 'Sums the amounts of order lines in whole cents, so that no rounding error appears',
  agentName: null,
  authorName: 'Ada',
  createdAt: at,
  updatedAt: at,
}
const stats = { total: 1, deployed: 0, approved: 1, inReview: 0, syntaxValid: 1 }
const artifact: CodeArtifact = {
  ...row,
  code: 'export const a = 1\nexport const b = 2\n',
  tests: '',
  hash: 'abcdef0123456789abcdef',
  faults: [],
  authorId: null,
  mayReview: 'state',
  versions: [],
  reviews: [],
  comments: [{ id: id(8), version: 2, line: 2, body: 'Name it', author: 'Bo', createdAt: at }],
  secrets: [],
  testRun: null,
  deployments: [],
  place: 'tool',
}

testStates('code artifacts', {
  place: 'code-artifacts',
  heading: 'Code Artifacts',
  list: codeArtifacts.list,
  others: (on) => on.give(codeArtifacts.stats, stats),
  loadFailed: 'Code artifacts could not be loaded',
  empty: { data: [], texts: 'No artifacts found' },
  noMatch: { place: 'code-artifacts?q=zzz', texts: 'Nothing matches the search and the filters.' },
  filled: {
    data: [row, { ...row, id: id(9), name: 'Broken', syntaxValid: false, status: 'failed' }],
    texts: ['Order total', `${row.reasoning.slice(0, 60)}...`, 'Syntax errors detected'],
  },
  forbidden: { role: 'VIEWER', texts: 'Order total' },
})

test('deploys an approved one after the question', async () => {
  const api = openScreen(`code-artifacts?artifact=${row.id}`, {}, (on) => {
    on.give(codeArtifacts.list, [row])
    on.give(codeArtifacts.stats, stats)
    on.give(codeArtifacts.read, artifact)
    on.give(codeArtifacts.deploy, { ...artifact, status: 'deployed' })
  })
  render(<ConfirmHost />, { wrapper: MantineProvider })
  const panel = await screen.findByRole('dialog', { name: 'Order total' })
  await within(panel).findByText('AI Agent')
  within(panel).getByText('Name it')
  fireEvent.click(within(panel).getByRole('button', { name: 'Deploy to Production' }))
  await screen.findByText('Deploy this artifact to production?')
  fireEvent.click(screen.getByRole('button', { name: 'Deploy' }))
  await screen.findByText('Artifact deployed successfully!')
  expect(api.sent(codeArtifacts.deploy)[0]?.body).toEqual({ environment: 'production', deploymentNotes: '' })
})

test('names the place of each syntax error', async () => {
  openScreen(`code-artifacts?artifact=${row.id}`, {}, (on) => {
    on.give(codeArtifacts.list, [row])
    on.give(codeArtifacts.stats, stats)
    on.give(codeArtifacts.read, {
      ...artifact,
      status: 'failed',
      syntaxValid: false,
      faults: [{ line: 2, column: 5, message: 'Unexpected token' }],
    })
  })
  await waitFor(() => screen.getByText('Line 2, column 5: Unexpected token'))
  expect(screen.queryByRole('button', { name: 'Deploy to Production' })).toBeNull()
})
