import { Menu } from '@mantine/core'
import { IconFlask, IconSettings, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { useOrgTarget } from '../../ui/page/org-link.tsx'
import { demoQuery } from './api.ts'
import { useRemoveDemo } from './use-remove-demo.ts'
import classes from './onboarding.module.css'

/** In the header of every page while the organization holds demo data. */
export function DemoLabel() {
  const { data } = useQuery(demoQuery)
  const mayChange = useCan('organizations:update')
  const settings = useOrgTarget('settings/data')
  const remove = useRemoveDemo()
  if (!data || data.status === 'none') return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.label}>
          <IconFlask size={14} stroke={1.8} aria-hidden />
          <span>{t('Demo data')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Names that end in (demo) are invented.')}</Menu.Label>
        {mayChange && data.status === 'ready' && (
          <Menu.Item leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />} onClick={() => void remove.ask()}>
            {t('Remove demo data')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.7} aria-hidden />}
          renderRoot={(props) => <Link to={settings.to} search={settings.search} {...props} />}
        >
          {t('Data Management')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
