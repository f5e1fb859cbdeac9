import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { contactSources } from '@imperium/contract/contacts/contacts.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { filterOf, importQuery, tagsQuery } from '../api.ts'
import type { ContactCounts } from '../api.ts'
import { reachLabels, sourceLabels } from '../contact-labels.ts'
import type { ContactsView } from '../use-contacts-view.ts'
import classes from '../contacts.module.css'

const sourceOptions = contactSources.map((source) => ({ value: source, label: sourceLabels[source] }))
const reachOptions = (['email', 'phone', 'bounced'] as const).map((reach) => ({ value: reach, label: reachLabels[reach] }))

/** Search, tag, source, reach and live count of the list. */
export function ContactsFilter({ view: { search, change }, stats }: { view: ContactsView; stats: ContactCounts | undefined }) {
  const { data: tags = [] } = useQuery(tagsQuery)
  const filter = filterOf(search)
  const known = [...new Set([...(search.tag ? [search.tag] : []), ...tags.map(({ tag }) => tag)])]
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
      searchLabel={t('Search name, email or phone')}
      filters={[
        {
          label: t('Tag'),
          value: search.tag ?? null,
          options: known.map((tag) => ({ value: tag, label: tag })),
          onChange: (next) => change({ tag: next ?? undefined }),
        },
        {
          label: t('Source'),
          value: filter.source ?? null,
          options: sourceOptions,
          onChange: (next) => change({ source: next ?? undefined }),
        },
        {
          label: t('Reach'),
          value: search.reach ?? null,
          options: reachOptions,
          onChange: (next) => change({ reach: reachOptions.find((each) => each.value === next)?.value }),
        },
      ]}
      count={stats ? plural(stats.matching, { one: '{count} contact', other: '{count} contacts' }) : ''}
    >
      {filter.importId && <ImportChip id={filter.importId} onRemove={() => change({ importId: undefined })} />}
    </FilterBar>
  )
}

/** The import that filters the rows; without permission to read imports, it shows a generic label. */
function ImportChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const mayRead = useCan('contacts:write')
  const file = useQuery({ ...importQuery(id), enabled: mayRead }).data?.fileName
  const label = file ? t('From {file}', { file }) : t('From an import')
  return (
    <Button
      variant="default"
      className={classes.chip}
      rightSection={<IconX size={15} stroke={1.8} aria-hidden />}
      aria-label={t('Remove the filter: {filter}', { filter: label })}
      title={t('Remove the filter: {filter}', { filter: label })}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}
