import { Button, Menu } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentsByName } from '../../lib/queries/agents-by-name.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { askDraftMutation } from './agents-api.ts'

/** Has an agent of the member's choice write a draft of the reply. */
export function DraftMenu({ id, isDrafting }: { id: string; isDrafting: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayRun = useCan('agents:execute')
  const { data, isError } = useQuery({ ...agentsByName, enabled: isOpen })
  const ask = useMutation(askDraftMutation)
  if (!mayRun) return null
  const isBusy = isDrafting || ask.isPending
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start" withinPortal menuItemTabIndex={0}>
      <Menu.Target>
        <Button type="button" variant="default" disabled={isBusy} leftSection={<IconSparkles size={15} stroke={1.7} aria-hidden />}>
          {isBusy ? t('The agent is writing...') : t('Draft with agent')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {isError && <Menu.Item disabled>{t('Agents could not be loaded')}</Menu.Item>}
        {!data && !isError && <Menu.Item disabled>{t('Loading...')}</Menu.Item>}
        {data?.rows.length === 0 && <Menu.Item disabled>{t('No agents yet')}</Menu.Item>}
        {data?.rows.map((agent) => (
          <Menu.Item key={agent.id} onClick={() => ask.mutate({ params: { id }, body: { agentId: agent.id } })}>
            {agent.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
