import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { campaignChecklists } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { LaunchChecklist } from '@imperium/contract/campaigns/launch-checklist.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import { agents } from '@imperium/contract/agents.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { openScreen } from '../../../testing/open-screen.tsx'

// The frame of the organization, which shows the question, is not part of the screen.
vi.mock(import('../../../ui/dialog/confirm.ts'), async (original) => ({ ...(await original()), confirm: () => Promise.resolve(true) }))

const id = '018f0000-0000-7000-8000-000000000001'
const at = '2026-11-01T10:00:00.000Z'
const none = { total: 0, queued: 0, sent: 0, delivered: 0, opened: 0, clicked: 0, responded: 0, bounced: 0, complained: 0 }
const draft: Campaign = {
  id,
  name: 'Spring',
  description: '',
  channel: 'email',
  status: 'draft',
  agentId: null,
  agentName: null,
  writerName: null,
  audienceSummary: 'All contacts',
  version: 1,
  nextAt: null,
  pauseReason: '',
  approval: 'none',
  approvalBy: '',
  needsReview: false,
  createdBy: 'Ada',
  launchedAt: null,
  completedAt: null,
  createdAt: at,
  updatedAt: at,
  definition: CampaignDefinition.parse({
    content: {
      subject: 'Hi',
      text: 'Hello',
    },
    audience: { kind: 'all' },
  }),
  stats: {
    ...none,
    unsubscribed: 0,
    failed: 0,
    skipped: 0,
    held: 0,
    repeats: 0,
    responseRate: null,
    deliveryRate: null,
    costMicros: 0,
  },
}
const list = (canLaunch: boolean): LaunchChecklist => ({
  version: 1,
  canLaunch,
  checks: [
    {
      check: 'postal_address',
      state: canLaunch ? 'ok' : 'error',
      findings: canLaunch
        ? []
        : [
            {
              check: 'postal_address',
              level: 'error',
              path: 'footer',
              message: 'Name the postal address',
              blockId: null,
            },
          ],
    },
  ],
})

function arrange(api: FakeApi, canLaunch: boolean): void {
  api.give(campaigns.read, draft)
  api.give(campaignChecklists.checklist, list(canLaunch))
  api.give(campaignReports.readDryRun, null)
  api.give(contacts.list, [])
  api.give(channels.readEmailSettings, {
    footerText: '',
    trackOpens: true,
    trackClicks: true,
    launchLimit: 1e3,
    postalAddress: '',
    isSandbox: true,
    updatedAt: null,
  })
}

test('a launch that is not possible says why, beside the button and for screen readers', async () => {
  const api = openScreen(`campaigns/${id}/edit?step=review`, {}, (each) => arrange(each, false))
  const button = await screen.findByRole('button', { name: 'Send now' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(why?.textContent).toBe('1 thing to do before you can send')
  fireEvent.click(button)
  expect(api.sent(campaigns.send)).toEqual([])
  expect(within(screen.getByRole('region', { name: 'Launch checklist' })).getByText('Name the postal address')).toBeDefined()
})

test('a refusal of the server stands above the button', async () => {
  const api = openScreen(`campaigns/${id}/edit?step=review`, {}, (each) => {
    arrange(each, true)
    each.refuse(campaigns.send, 409, 'PLAN_LIMIT', 'The month has no messages left.')
  })
  const button = await screen.findByRole('button', { name: 'Send now' })
  await screen.findByText('Everything is ready')
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('The month has no messages left.')
  await waitFor(() => expect(api.sent(campaignChecklists.checklist).length).toBeGreaterThan(1))
})

test('launches the version in the fields, although another member has saved since', async () => {
  const api = openScreen(`campaigns/${id}/edit?step=review`, {}, (each) => {
    arrange(each, true)
    each.give(campaignChecklists.checklist, { ...list(true), version: 2 })
    each.refuse(campaigns.send, 409, 'STALE_WRITE', 'This was changed by another member in the meantime.')
  })
  const button = await screen.findByRole('button', { name: 'Send now' })
  await screen.findByText('Everything is ready')
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('changed by another member')
  expect(api.sent(campaigns.send)).toMatchObject([{ body: { version: 1 } }])
})

test('launches its own latest save while the checklist of the save before is still shown', async () => {
  const api = openScreen(`campaigns/${id}/edit?step=review`, {}, (each) => {
    arrange(each, true)
    each.give(campaigns.read, { ...draft, version: 2 })
    each.refuse(campaigns.send, 409, 'PLAN_LIMIT', 'The month has no messages left.')
  })
  const button = await screen.findByRole('button', { name: 'Send now' })
  await screen.findByText('Everything is ready')
  fireEvent.click(button)
  await waitFor(() => expect(api.sent(campaigns.send)).toMatchObject([{ body: { version: 2 } }]))
})

test('puts the focus at the step of a campaign that was just created', async () => {
  openScreen('campaigns?create=true', {}, (each) => {
    arrange(each, false)
    each.give(campaigns.list, [])
    each.give(agents.list, [])
    each.give(campaigns.create, draft)
    for (const operation of [campaigns.stats, contacts.stats, consents.listPurposes, contactImports.list, segments.preview])
      each.hold(operation)
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  name.focus()
  fireEvent.change(name, { target: { value: 'Spring' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create draft' }))
  const step = await screen.findByRole('group', { name: 'Audience' })
  await waitFor(() => expect(document.activeElement?.contains(step)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})
