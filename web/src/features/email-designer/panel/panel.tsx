import { Button, Drawer, Tabs } from '@mantine/core'
import { IconAdjustments, IconChecklist, IconPalette, IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../lib/words.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useDesignerContext } from '../designer-context.ts'
import type { PanelTab } from '../designer-context.ts'
import { BlockTools } from '../canvas/block-tools.tsx'
import { BlockForm } from './block-form.tsx'
import { CheckList } from './check-list.tsx'
import { Palette } from './palette.tsx'
import { StyleForm } from './style-form.tsx'
import classes from './panel.module.css'

const tabs = [
  { value: 'add', label: t('Add'), icon: IconPlus },
  { value: 'block', label: t('Block'), icon: IconAdjustments },
  { value: 'style', label: t('Style'), icon: IconPalette },
  { value: 'check', label: t('Check'), icon: IconChecklist },
] as const satisfies readonly { value: PanelTab; label: string; icon: unknown }[]

/** Beside the canvas: blocks to add, settings of the block and the email, and what is wrong with it. On phones, a bar and a drawer. */
export function Panel({ bytes }: { bytes: number }) {
  const { tab, setTab, isPanelOpen, setPanelOpen, issues, selected } = useDesignerContext()
  const isPhone = useIsPhone()
  const opener = useRef<HTMLElement | null>(null)
  const found = issues.filter(({ level }) => level !== 'note').length
  const nameOf = ({ value, label }: (typeof tabs)[number]) => (value === 'check' && found > 0 ? `${label} (${found})` : label)
  const content = <TabContent tab={tab} bytes={bytes} />
  if (isPhone)
    return (
      <>
        <div className={classes.bar} role="group" aria-label={t('Tools for {field}', { field: t('Email') })}>
          {selected && <BlockTools block={selected} isFloating={false} />}
          {tabs.map((each) => (
            <Button
              key={each.value}
              size="compact-sm"
              variant="default"
              leftSection={<each.icon size={15} stroke={1.7} aria-hidden />}
              onClick={(event) => {
                opener.current = event.currentTarget
                setTab(each.value)
                setPanelOpen(true)
              }}
            >
              {nameOf(each)}
            </Button>
          ))}
        </div>
        <Drawer.Root
          opened={isPanelOpen}
          // A block that was added or looked for has the focus then: only a plain close returns it.
          returnFocus={false}
          onClose={() => {
            setPanelOpen(false)
            opener.current?.focus()
          }}
          position="bottom"
          size="76dvh"
        >
          <Drawer.Overlay backgroundOpacity={0.25} />
          <Drawer.Content aria-label={tabs.find(({ value }) => value === tab)?.label} radius="14px 14px 0 0">
            <div className={classes.drawerHead}>
              <h2 className={classes.title}>{tabs.find(({ value }) => value === tab)?.label}</h2>
              <Drawer.CloseButton aria-label={t('Close')} />
            </div>
            <div className={classes.drawerBody}>{content}</div>
          </Drawer.Content>
        </Drawer.Root>
      </>
    )
  return (
    <Tabs value={tab} onChange={(next) => next && setTab(next as PanelTab)} className={classes.panel} keepMounted={false}>
      <Tabs.List grow>
        {tabs.map((each) => (
          <Tabs.Tab key={each.value} value={each.value}>
            {nameOf(each)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.body}>
        {content}
      </Tabs.Panel>
    </Tabs>
  )
}

function TabContent({ tab, bytes }: { tab: PanelTab; bytes: number }) {
  if (tab === 'add') return <Palette />
  if (tab === 'block') return <BlockForm />
  return tab === 'style' ? <StyleForm /> : <CheckList bytes={bytes} />
}
