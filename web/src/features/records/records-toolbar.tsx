import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBookmark,
  IconCalendar,
  IconDots,
  IconFileDownload,
  IconFileImport,
  IconLayoutKanban,
  IconPencil,
  IconTable,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import type { RecordView } from '@imperium/contract/entities/record-views.ts'
import { downloadFile } from '../../lib/download.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { filterOf, removeViewMutation, viewsQuery } from './api.ts'
import type { RecordsSearch } from './records-search.ts'
import type { RecordEdits } from './use-record-edits.ts'

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ToolbarProps {
  entity: EntityDefinition
  search: RecordsSearch
  change: ChangeSearch<RecordsSearch>
  mayWrite: boolean
}

/** Fields that a board can be made of, and a calendar. */
export const boardFields = ({ fields }: EntityDefinition): EntityField[] => fields.filter(({ type }) => type === 'choice')
export const calendarFields = ({ fields }: EntityDefinition): EntityField[] => fields.filter(({ type }) => type === 'date')

/** Table, board by a choice, or calendar by a date: those that the fields allow. */
export function LayoutMenu({ entity, search, change }: Omit<ToolbarProps, 'mayWrite'>) {
  const [boards, calendars] = [boardFields(entity), calendarFields(entity)]
  if (boards.length + calendars.length === 0) return null
  const Glyph = search.layout === 'board' ? IconLayoutKanban : search.layout === 'calendar' ? IconCalendar : IconTable
  const shown = search.layout && entity.fields.find(({ name }) => name === search.by)
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<Glyph {...symbol} />}>
          {shown ? shown.label : t('Table')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTable {...symbol} />}
          onClick={() => change({ layout: undefined, by: undefined, month: undefined }, true)}
        >
          {t('Table')}
        </Menu.Item>
        {boards.map(({ name, label }) => (
          <Menu.Item
            key={name}
            leftSection={<IconLayoutKanban {...symbol} />}
            onClick={() => change({ layout: 'board', by: name, month: undefined }, true)}
          >
            {t('Board by {field}', { field: label })}
          </Menu.Item>
        ))}
        {calendars.map(({ name, label }) => (
          <Menu.Item key={name} leftSection={<IconCalendar {...symbol} />} onClick={() => change({ layout: 'calendar', by: name }, true)}>
            {t('Calendar by {field}', { field: label })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const searchOf = ({ id, layout, by, q, filter, sort }: RecordView): { [K in keyof RecordsSearch]: RecordsSearch[K] | undefined } => ({
  view: id,
  q: q || undefined,
  filter: filter || undefined,
  sort: sort || undefined,
  layout: layout === 'table' ? undefined : layout,
  by: by || undefined,
  month: undefined,
  trash: undefined,
})

/** Saved views of the organization: search, conditions, order and arrangement under a name. */
export function ViewsMenu({ entity, search, change, mayWrite }: ToolbarProps) {
  const { data: views = [] } = useQuery(viewsQuery(entity.entityName))
  const remove = useMutation(removeViewMutation)
  const [isSaving, setIsSaving] = useState(false)
  const current = views.find(({ id }) => id === search.view)
  if (views.length === 0 && !mayWrite) return null
  async function askToDelete({ id, name }: RecordView): Promise<void> {
    const message = t('The view "{name}" is deleted for all members. Its records stay.', { name })
    if (!(await confirm({ title: t('Delete view'), message, action: t('Delete') }))) return
    remove.mutate({ params: { entity: entity.entityName, id } })
    change({ view: undefined }, true)
  }
  return (
    <>
      <Menu width={240}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark {...symbol} />}>
            {current?.name ?? t('Views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length > 0 && <Menu.Label>{t('Saved views')}</Menu.Label>}
          {views.map((view) => (
            <Menu.Item key={view.id} aria-current={view.id === current?.id} onClick={() => change(searchOf(view), true)}>
              {view.name}
            </Menu.Item>
          ))}
          {mayWrite && (
            <>
              {views.length > 0 && <Menu.Divider />}
              <Menu.Item onClick={() => setIsSaving(true)}>{t('Save this view…')}</Menu.Item>
              {current && <Menu.Item onClick={() => void askToDelete(current)}>{t('Delete view')}</Menu.Item>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Overlays open={isSaving ? 'view' : ''}>
        {isSaving && (
          <ViewDialog
            entity={entity.entityName}
            search={search}
            current={current}
            onSaved={(view) => change({ view: view.id }, true)}
            onClose={() => setIsSaving(false)}
          />
        )}
      </Overlays>
    </>
  )
}

interface EditControlsProps {
  edits: RecordEdits
  isEditing: boolean
  /** Undefined: the records are shown without cells. */
  onEditing: ((isEditing: boolean) => void) | undefined
}

/** Change cells in place, and take back what was changed. */
export function EditControls({ edits, isEditing, onEditing }: EditControlsProps) {
  return (
    <>
      {onEditing && (
        <Button
          variant={isEditing ? 'light' : 'default'}
          aria-pressed={isEditing}
          leftSection={<IconPencil {...symbol} />}
          onClick={() => onEditing(!isEditing)}
        >
          {t('Edit cells')}
        </Button>
      )}
      {edits.undo && (
        <Button variant="default" leftSection={<IconArrowBackUp {...symbol} />} disabled={edits.isBusy} onClick={edits.undo}>
          {t('Undo')}
        </Button>
      )}
    </>
  )
}

/** Behind three dots: files in and out. */
export function FilesMenu({ entity, search, change, mayWrite }: ToolbarProps) {
  const exporting = useMutation({
    mutationFn: () =>
      downloadFile(recordOperations.exportList, {
        params: { entity: entity.entityName },
        query: { ...filterOf(search), ...(search.sort ? { sort: search.sort } : {}) },
      }),
    meta: { failure: t('Failed to export records') },
  })
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('More about records')} loading={exporting.isPending}>
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayWrite && entity.status === 'active' && (
          <Menu.Item leftSection={<IconFileImport {...symbol} />} onClick={() => change({ import: true })}>
            {t('Import a file')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFileDownload {...symbol} />} onClick={() => exporting.mutate()}>
          {t('Export as CSV')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
