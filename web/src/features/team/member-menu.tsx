import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconDots, IconPower, IconSend, IconTrash, IconUserOff } from '@tabler/icons-react'
import { givenRoles } from '@imperium/contract/team.ts'
import type { TeamMember } from '@imperium/contract/team.ts'
import { t } from '../../lib/words.ts'
import { nameOf, teamRoleLabels } from './team-labels.ts'
import type { TeamActions } from './use-team-actions.ts'
import classes from './team.module.css'

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface MemberMenuProps {
  member: TeamMember
  actions: TeamActions
  /** Why changes are disabled. */
  refusal: string | undefined
}

/** Menu with all actions on a member or an invitation. */
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
            {/* Where the list has no room for its select. */}
            <div className={classes.phoneOnly}>
              <Menu.Label>{t('Role')}</Menu.Label>
              {givenRoles.map((role) => (
                <Menu.Item
                  key={role}
                  leftSection={<IconCheck {...symbol} visibility={role === member.role ? 'visible' : 'hidden'} />}
                  {...gate}
                  onClick={() => role !== member.role && actions.setRole(member, role)}
                >
                  {teamRoleLabels[role]}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </div>
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
