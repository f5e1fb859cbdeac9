import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { PlacedKind } from '@imperium/contract/hierarchy/hierarchy.ts'
import { call } from '../../lib/api.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { placementQuery, treeQuery } from './api.ts'
import { nodesOf, pathOf } from './tree-model.ts'
import styles from '../../ui/styles.module.css'

const WhyDialog = lazy(async () => ({ default: (await import('./why-dialog.tsx')).WhyDialog }))

interface BelongsToProps {
  kind: PlacedKind
  /** Of a record: the name of its entity. */
  entity?: string
  id: string
  name: string
}

/** The node that a contact, agent, campaign, workflow or record belongs to. Shown where the organization has a hierarchy. */
export function BelongsTo({ kind, entity, id, name }: BelongsToProps) {
  const organization = useOrganization()
  const tree = useQuery(treeQuery(organization.id))
  const placement = useQuery({ ...placementQuery({ kind, entity, id }), enabled: Boolean(tree.data) })
  const refusal = useGate('hierarchy:place')
  const mayExplain = useCan('rights:manage')
  const [why, setWhy] = useState(false)
  const place = useMutation({
    mutationFn: (nodeId: string | null) => call(hierarchy.place, { body: { kind, ...(entity ? { entity } : {}), ids: [id], nodeId } }),
    meta: { success: t('Saved'), failure: t('This could not be changed'), invalidates: [['hierarchy']] },
  })
  const root = tree.data
  if (!root || !placement.data) return null
  const options = nodesOf(root).map((node) => ({ value: node.id, label: pathOf(root, node.id).join(' › ') }))
  return (
    <div className={styles.stack8}>
      <Select
        label={t('Belongs to')}
        description={t('Members see it if they have a role on this node or above it. Without a node all members see it.')}
        placeholder={t('No node')}
        data={options}
        value={placement.data.nodeId}
        onChange={(nodeId) => place.mutate(nodeId)}
        searchable
        clearable
        limit={100}
        nothingFoundMessage={t('No node with this name')}
        disabled={refusal !== undefined || place.isPending}
        title={refusal}
      />
      {mayExplain && (
        <div>
          <Button variant="subtle" size="xs" onClick={() => setWhy(true)}>
            {t('Why does a member see this?')}
          </Button>
        </div>
      )}
      {why && (
        <Suspense fallback={null}>
          <WhyDialog kind={kind} entity={entity} id={id} name={name} onClose={() => setWhy(false)} />
        </Suspense>
      )}
    </div>
  )
}
