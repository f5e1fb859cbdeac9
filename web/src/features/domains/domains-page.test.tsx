import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { domains } from '@imperium/contract/domains/domains.ts'
import type { CustomDomain, DomainSettings } from '@imperium/contract/domains/domains.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'

const steps = (reached: number): CustomDomain['steps'] =>
  (['added', 'dns', 'ownership', 'certificate', 'live'] as const).map((step, index) => ({ step, reachedAt: index < reached ? at : null }))
const domain = (more: Partial<CustomDomain>): CustomDomain => ({
  id: id(7),
  domain: 'app.example.com',
  status: 'pending',
  sslStatus: 'pending',
  steps: steps(1),
  records: [
    { purpose: 'address', type: 'CNAME', name: 'app.example.com', value: 'imperium.test', ttl: 3600, ok: null },
    { purpose: 'ownership', type: 'TXT', name: '_domain-challenge.app.example.com', value: 'domain-verification=x', ttl: 3600, ok: null },
  ],
  message: '',
  addedAt: at,
  verifiedAt: null,
  checkedAt: null,
  failsAt: null,
  isOperators: false,
  ...more,
})
const settings = (...list: CustomDomain[]): DomainSettings => ({
  defaultDomain: 'acme.imperium.test',
  target: 'imperium.test',
  domains: list,
})

test('shows the default subdomain, and adds a domain once something is typed', async () => {
  const api = openScreen('settings/domains', {}, (on) => {
    on.give(domains.list, settings())
    on.refuse(domains.add, 409, 'CONFLICT', 'This domain is already on the list.')
  })
  await screen.findByText('acme.imperium.test')
  await screen.findByText('No custom domains yet')
  const button = screen.getByRole('button', { name: 'Add domain' }) as HTMLButtonElement
  const field = screen.getByRole('textbox', { name: 'Domain' })
  fireEvent.change(field, { target: { value: '   ' } })
  expect(button.disabled).toBe(true)
  fireEvent.change(field, { target: { value: ' app.example.com ' } })
  fireEvent.click(button)
  await screen.findByText('This domain is already on the list.')
  expect(api.sent(domains.add)[0]?.body).toEqual({ domain: 'app.example.com' })
})

test('shows records and steps of a pending domain, a link only to a verified one, and what was found of a failed one', async () => {
  const verified = domain({
    id: id(8),
    domain: 'live.example.com',
    status: 'verified',
    sslStatus: 'active',
    steps: steps(5),
    verifiedAt: at,
  })
  const failed = domain({
    id: id(9),
    domain: 'late.example.com',
    status: 'failed',
    sslStatus: 'inactive',
    message: 'It could not be verified.',
  })
  const api = openScreen('settings/domains', {}, (on) => {
    on.give(domains.list, settings(domain({}), verified, failed))
    on.give(domains.verify, domain({ steps: steps(2) }))
    on.give(domains.retry, domain({}))
  })
  await screen.findByText('_domain-challenge.app.example.com')
  expect(screen.getAllByText('Certificate issued')).toHaveLength(3)
  expect(screen.getAllByRole('link', { name: /^Open / }).map((link) => link.getAttribute('href'))).toEqual(['https://live.example.com'])
  expect(screen.getByRole('alert').textContent).toBe('It could not be verified.')
  fireEvent.click(screen.getByRole('button', { name: 'Verify app.example.com' }))
  await waitFor(() => expect(api.sent(domains.verify)).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.sent(domains.retry)).toHaveLength(1))
})

test('says what failed', async () => {
  openScreen('settings/domains', {}, (on) => on.refuse(domains.list, 500, 'INTERNAL', 'Something went wrong'))
  expect(await screen.findByText('The domains could not be loaded')).toBeTruthy()
})
