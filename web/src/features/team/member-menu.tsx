import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPower, IconSend, IconTrash, IconUserOff } from '@tabler/icons-react'
import type { TeamMember } from '@imperium/contract/team.ts'
import { t } from '../../lib/words.ts'
import { nameOf } from './team-words.ts'
import type { TeamActions } from './use-team-actions.ts'

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface MemberMenuProps {
  member: TeamMember
  actions: TeamActions
  /** Why nothing can be changed now. */
  refusal: string | undefined
}

/** Everything that can be done with a member or an invitation, behind three dots. */
export function MemberMenu({ member, actions, refusal }: MemberMenuProps) {
  const gate = { disabled: refusal !== undefined, title: refusal }
  return (
    <Menu width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: nameOf(member) })}>
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {member.status === 'PENDING' ? (
          <>
            <Menu.Item leftSection={<IconSend {...symbol} />} {...gate} onClick={() => actions.resend(member)}>
              {t('Resend invitation')}
            </Menu.Item>
            <Menu.Item color="var(--bad)" leftSection={<IconTrash {...symbol} />} {...gate} onClick={() => void actions.revoke(member)}>
              {t('Revoke invitation')}
            </Menu.Item>
          </>
        ) : (
          <>
            {member.status === 'ACTIVE' ? (
              <Menu.Item leftSection={<IconUserOff {...symbol} />} {...gate} onClick={() => void actions.setStatus(member, 'INACTIVE')}>
                {t('Deactivate')}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconPower {...symbol} />} {...gate} onClick={() => void actions.setStatus(member, 'ACTIVE')}>
                {t('Activate')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item color="var(--bad)" leftSection={<IconTrash {...symbol} />} {...gate} onClick={() => void actions.remove(member)}>
              {t('Remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
