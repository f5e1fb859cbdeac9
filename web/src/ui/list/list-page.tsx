import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Page } from '../page/page.tsx'
import { ListView, isNarrowed } from './list-view.tsx'
import type { ListViewProps } from './list-view.tsx'
import { StatStrip } from './stat-strip.tsx'
import type { StatStripProps } from './stat-strip.tsx'

export interface ListPageProps<Row, S extends object> extends Omit<ListViewProps<Row, S>, 'children'> {
  title: string
  subtitle: string
  /** Before the create button. */
  actions?: ReactNode
  /** Opens the create form by a parameter (default `create`); undefined if the role may never create. */
  create?: { label: string; key?: keyof S & string; icon?: Icon; refusal: string | undefined } | undefined
  stats?: StatStripProps
  /** Below the list: bulk bar, dialogs, panels. */
  children?: ReactNode
}

/** A page that lists one kind of item. State is in the URL; the page provides texts, query and columns. */
export function ListPage<Row, S extends object>({ title, subtitle, actions, create, stats, children, ...view }: ListPageProps<Row, S>) {
  // As in ListView.
  'use no memo'
  const { list, search, change, empty } = view
  const isNew = list.isEmpty && empty !== undefined && !isNarrowed(search, view)
  const Glyph = create?.icon ?? IconPlus
  const createButton = create && (
    <Button
      leftSection={<Glyph size={16} stroke={1.8} aria-hidden />}
      onClick={() => change({ [create.key ?? 'create']: true } as Parameters<typeof change>[0])}
      disabled={create.refusal !== undefined}
      title={create.refusal}
    >
      {create.label}
    </Button>
  )
  // An empty list shows the button in its middle instead.
  const headButton = !(isNew && view.hidesEmptyBar) && createButton
  return (
    <Page
      title={title}
      subtitle={subtitle}
      actions={
        (actions || headButton) && (
          <>
            {actions}
            {headButton}
          </>
        )
      }
    >
      {stats && <StatStrip {...stats} />}
      <ListView {...view} {...(empty ? { empty: { action: createButton, ...empty } } : {})} />
      {children}
    </Page>
  )
}
