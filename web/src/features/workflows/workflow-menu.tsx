import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconHistory, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import type { WorkflowActions } from './use-workflow-actions.ts'

interface WorkflowMenuProps {
  workflow: Workflow
  actions: WorkflowActions
  onTemplate: () => void
  /** Adds Duplicate to the menu, for places without a button for it. */
  withDuplicate?: boolean
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Menu with rare actions on a workflow. */
export function WorkflowMenu({ workflow, actions, onTemplate, withDuplicate = false }: WorkflowMenuProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const refusal = useGate('workflows:write')
  const templateRefusal = useGate('templates:write')
  return (
    <Menu width={210} position="bottom-end">
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('Actions for {name}', { name: workflow.name })}>
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconHistory {...symbol} />}
          onClick={() =>
            void navigate({ to: '/org/$orgSlug/workflows', params: { orgSlug }, search: { tab: 'history', workflow: workflow.id } })
          }
        >
          {t('Execution History')}
        </Menu.Item>
        {withDuplicate && (
          <Menu.Item
            leftSection={<IconCopy {...symbol} />}
            disabled={refusal !== undefined || actions.busy}
            title={refusal}
            onClick={() => actions.duplicate(workflow)}
          >
            {t('Duplicate')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload {...symbol} />} onClick={() => actions.exportFile(workflow)}>
          {t('Export')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTemplate {...symbol} />}
          disabled={templateRefusal !== undefined}
          title={templateRefusal}
          onClick={onTemplate}
        >
          {t('Publish as a template')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--bad)"
          leftSection={<IconTrash {...symbol} />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => actions.remove(workflow)}
        >
          {t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
