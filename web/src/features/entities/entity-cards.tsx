import { Badge } from '@mantine/core'
import { IconBolt, IconDatabase, IconPencil, IconTable, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { CardList } from '../../ui/list/card-list.tsx'
import type { Rows } from '../../ui/list/use-rows.ts'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { CardIcon, ResourceCard } from '../../ui/resource/resource-card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { EntitiesSearch } from './entities-search.ts'
import { categoryLabels, stateOf } from './entity-labels.ts'
import type { EntityActions } from './use-entity-actions.ts'
import styles from '../../ui/styles.module.css'

export interface EntityListProps {
  mayManage: boolean
  /** Why none can be changed now; undefined if they can. */
  refusal: string | undefined
  actions: EntityActions
  change: ChangeSearch<EntitiesSearch>
}

const size = { widthPx: 300, heightPx: 190 }
const tagsShown = 2

/** The entities as cards, each with its first two tags. */
export function EntityCards({ list, ...rest }: EntityListProps & { list: Rows<EntityDefinition> }) {
  return (
    <CardList
      label={t('Entity Definitions')}
      list={list}
      rowId={({ id }) => id}
      size={size}
      renderCard={(entity) => <EntityCard entity={entity} {...rest} />}
    />
  )
}

function EntityCard({ entity, mayManage, refusal, actions, change }: EntityListProps & { entity: EntityDefinition }) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const { id, displayName, entityName, description, tags, category, version, isSystemEntity, status } = entity
  const mayChange = mayManage && !isSystemEntity
  const hasRecords = !isSystemEntity && (status === 'active' || status === 'deprecated')
  const busy = actions.isBusy || entity.change?.state === 'waiting'
  return (
    <ResourceCard
      name={displayName}
      icon={<CardIcon icon={IconDatabase} />}
      about={entityName}
      status={<StatusDot {...stateOf(entity)} />}
      description={description}
      onOpen={() => change({ entity: id })}
      note={`${categoryLabels[category]} · v${version}`}
      actions={[
        hasRecords && {
          label: t('Open records'),
          icon: IconTable,
          onClick: () => void navigate({ to: '/org/$orgSlug/records/$entity', params: { orgSlug, entity: entityName } }),
        },
        mayChange &&
          status === 'draft' && { label: t('Activate'), icon: IconBolt, refusal, busy, onClick: () => void actions.activate(entity) },
        mayChange &&
          entity.hasChanges && { label: t('Activate changes'), icon: IconBolt, refusal, busy, onClick: () => change({ change: id }) },
        mayChange &&
          (status === 'draft' || status === 'active') && {
            label: t('Edit'),
            icon: IconPencil,
            refusal,
            busy,
            onClick: () => change({ edit: id }),
          },
        mayChange &&
          status === 'draft' && { label: t('Delete'), icon: IconTrash, refusal, busy, onClick: () => void actions.remove(entity) },
      ]}
    >
      {tags.length > 0 && (
        <div className={styles.badges}>
          {tags.slice(0, tagsShown).map((tag) => (
            <Badge key={tag} variant="default" size="sm">
              {tag}
            </Badge>
          ))}
        </div>
      )}
    </ResourceCard>
  )
}
