import { Button, Skeleton } from '@mantine/core'
import { IconHierarchy2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { Page } from '../../ui/page/page.tsx'
import { treeQuery } from './api.ts'
import type { HierarchyParts, HierarchySearch } from './hierarchy-search.ts'
import { findIn, nodesOf } from './tree-model.ts'

const HierarchyView = lazy(async () => ({ default: (await import('./hierarchy-view.tsx')).HierarchyView }))
const HoldingCard = lazy(async () => ({ default: (await import('./holding-card.tsx')).HoldingCard }))
const NodeDialog = lazy(async () => ({ default: (await import('./node-dialog.tsx')).NodeDialog }))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))
const route = getRouteApi('/org/$orgSlug/hierarchy')

/** /org/{slug}/hierarchy: how the organization is built, and who works where. */
export function HierarchyPage() {
  const search = route.useSearch()
  const change = changeSearch<HierarchySearch>(route.useNavigate())
  const { id } = useOrganization()
  const tree = useQuery(treeQuery(id))
  const mayManage = useCan('hierarchy:manage')
  const refusal = useGate('hierarchy:manage')
  const mayLink = useCan('hierarchy:link')
  const root = tree.data ?? null
  const add = mayManage && (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => change({ create: 'root' })}
      disabled={refusal !== undefined}
      title={refusal}
    >
      {t('Add Organization')}
    </Button>
  )
  return (
    <Page title={t('Organization Hierarchy')} subtitle={t('How the organization is built, and who works where.')} actions={root && add}>
      <StatStrip label={t('Hierarchy')} loading={tree.isPending} stats={statsOf(root)} />
      {tree.error && <ErrorState error={tree.error} title={t('Failed to load the hierarchy')} onRetry={() => void tree.refetch()} />}
      {tree.isPending && <Skeleton height={420} radius={12} aria-busy />}
      {tree.data === null && (
        <EmptyState
          icon={IconHierarchy2}
          title={t('No hierarchy data available')}
          text={t('Add subsidiaries, divisions, departments and teams. The organization itself becomes the root.')}
          action={add}
        />
      )}
      {root && (
        <Suspense fallback={<Skeleton height={420} radius={12} aria-busy />}>
          <HierarchyView root={root} search={search} change={change} refusal={refusal} mayManage={mayManage} />
        </Suspense>
      )}
      {mayLink && tree.data !== undefined && (
        <Suspense fallback={null}>
          <HoldingCard />
        </Suspense>
      )}
      <Dialogs root={root} search={search} change={change} refusal={refusal} mayManage={mayManage} />
    </Page>
  )
}

function Dialogs({ root, search, change, refusal, mayManage }: HierarchyParts & { root: HierarchyNode | null }) {
  if (!mayManage) return null
  const parent = root && search.create !== undefined ? (findIn(root, search.create) ?? root) : null
  const edited = root && findIn(root, search.edit)
  const moved = root && findIn(root, search.move)
  const removed = root && findIn(root, search.remove)
  const open = [search.create, edited?.id, moved?.id, removed?.id].find(Boolean) ?? ''
  const close = () => change({ create: undefined, edit: undefined, move: undefined, to: undefined, remove: undefined }, true)
  const onSaved = (id: string) => change({ create: undefined, edit: undefined, move: undefined, to: undefined, node: id }, true)
  return (
    <Overlays open={open}>
      {search.create !== undefined && <NodeDialog root={root} parent={parent} refusal={refusal} onClose={close} onSaved={onSaved} />}
      {edited && <NodeDialog root={root} editing={edited} refusal={refusal} onClose={close} onSaved={onSaved} />}
      {root && moved && <MoveDialog root={root} node={moved} targetId={search.to} refusal={refusal} onClose={close} onSaved={onSaved} />}
      {removed && (
        <RemoveDialog
          node={removed}
          refusal={refusal}
          onClose={close}
          onRemoved={() => change({ remove: undefined, node: undefined }, true)}
        />
      )}
    </Overlays>
  )
}

function statsOf(root: HierarchyNode | null) {
  const nodes = root ? nodesOf(root) : []
  const count = (type: HierarchyNode['type']) => formatNumber(nodes.filter((node) => node.type === type).length)
  return [
    { label: t('Total Nodes'), value: formatNumber(nodes.length) },
    { label: t('Max Depth'), value: formatNumber(nodes.reduce((most, { level }) => Math.max(most, level), 0)) },
    { label: t('Subsidiaries'), value: count('subsidiary') },
    { label: t('Divisions'), value: count('division') },
    { label: t('Teams'), value: count('team') },
  ]
}
