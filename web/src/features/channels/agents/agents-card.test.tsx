import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { agents } from '@imperium/contract/agents.ts'
import { channelAgents } from '@imperium/contract/channels/channel-agents.ts'
import type { ChannelAgent } from '@imperium/contract/channels/channel-agents.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { openScreen } from '../../../testing/open-screen.tsx'

const row: ChannelAgent = {
  id: '01990000-0000-7000-8000-000000000001',
  channel: 'sms',
  accountId: null,
  accountName: null,
  senderId: null,
  senderEmail: null,
  agentId: '01990000-0000-7000-8000-000000000002',
  agentName: 'Helper',
  enabled: true,
  mode: 'auto',
  hours: null,
  hoursMode: 'within',
  dailyBudgetMicros: 5_000_000,
  perDay: 20,
  inRow: 6,
  spentTodayMicros: 0,
  updatedAt: '2026-11-24T00:00:00.000Z',
}

const open = (role: Role, arrange: (api: FakeApi) => void): FakeApi =>
  openScreen('settings/channels', { role }, (api) => {
    api.give(channels.listAccounts, [])
    api.give(channels.listTemplates, [])
    api.give(channels.listInbound, [])
    api.give(channels.listSenders, [])
    api.give(agents.list, [])
    arrange(api)
  })

describe('agents that answer contacts', () => {
  test('lists them with their mode, and changes one without losing what is not shown', async () => {
    const api = open('OWNER', (on) => {
      on.give(channelAgents.list, [row])
      on.give(channelAgents.save, { ...row, mode: 'draft' })
    })
    expect(await screen.findByText('Answers by itself')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Edit: Helper, SMS' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit agent on the channel' })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Answers to a contact per day' }), { target: { value: '7' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(api.sent(channelAgents.save)).toMatchObject([
        {
          params: { id: row.id },
          body: { agentId: row.agentId, mode: 'auto', perDay: 7, inRow: 6, dailyBudgetMicros: 5_000_000, hours: null },
        },
      ]),
    )
  })

  test('says that people answer where no agent does, and asks for an agent', async () => {
    const api = open('OWNER', (on) => on.give(channelAgents.list, []))
    expect(await screen.findByText(/People answer on every channel/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Add agent' }))
    const dialog = await screen.findByRole('dialog', { name: 'Let an agent answer' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add agent' }))
    await waitFor(() => expect(dialog.querySelector('[aria-invalid="true"]')).not.toBeNull())
    expect(api.writes()).toEqual([])
  })

  test('a member sees them and changes nothing', async () => {
    open('MEMBER', (on) => on.give(channelAgents.list, [row]))
    await screen.findByText('Answers by itself')
    expect(screen.queryByRole('button', { name: 'Edit: Helper, SMS' })).toBeNull()
  })

  test('reports that they could not be loaded', async () => {
    open('OWNER', (on) => on.refuse(channelAgents.list, 500, 'INTERNAL', 'Broken'))
    expect(await screen.findByText('The agents could not be loaded')).toBeTruthy()
  })
})
