import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { profileQuery } from '../../lib/session.ts'
import { personOf } from '../../testing/person-of.ts'
import { showPart } from '../../testing/show-part.tsx'
import { BrandStyleDialog, styleQuery } from '../email-designer/index.ts'
import { StyleCard } from './style-card.tsx'

function show(role: Role): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(profileQuery.queryKey, personOf(role))
  client.setQueryData(styleQuery.queryKey, EmailStyle.parse({}))
  showPart(
    <QueryClientProvider client={client}>
      <StyleCard />
    </QueryClientProvider>,
  )
}

test('the style of emails is edited beside an example that follows it', async () => {
  await BrandStyleDialog.preload?.()
  show('OWNER')
  fireEvent.click(screen.getByRole('button', { name: 'Edit the style' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email style' })
  const shown = () => within(dialog).getByTitle('The message').getAttribute('srcdoc') ?? ''
  expect(shown()).not.toContain('font-size:19px')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Text size' }), { target: { value: '19' } })
  await waitFor(() => expect(shown()).toContain('font-size:19px'))
})

test('a member who may not change the organization can look at it', () => {
  show('MEMBER')
  expect(screen.getAllByRole('button', { name: 'Show the style' })).toHaveLength(1)
})
