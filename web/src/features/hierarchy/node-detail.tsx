import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsMove, IconEdit, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import type { HierarchyParts } from './hierarchy-search.ts'
import { typeLabels } from './hierarchy-labels.ts'
import { LinkedOrganizations } from './linked-organizations.tsx'
import { NodeContentsView } from './node-contents.tsx'
import { pathOf } from './tree-model.ts'
import styles from '../../ui/styles.module.css'
import classes from './hierarchy.module.css'

type NodeDetailProps = Omit<HierarchyParts, 'search'> & { root: HierarchyNode; node: HierarchyNode }

/** The chosen node: its facts, and what can be done with it. */
export function NodeDetail({ root, node, change, refusal, mayManage }: NodeDetailProps) {
  const isOff = refusal !== undefined
  return (
    <Card className={classes.detail}>
      <div className={styles.stack}>
        <div className={styles.rowTop}>
          <div className={styles.grow}>
            <h2 className={classes.title}>{node.name}</h2>
            <p className={styles.text}>{pathOf(root, node.id).join(' › ')}</p>
          </div>
          <ActionIcon aria-label={t('Close')} size={34} onClick={() => change({ node: undefined })}>
            <IconX size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
        <FactList
          facts={[
            [t('Type'), typeLabels[node.type]],
            [t('Slug'), node.slug],
            [t('Level'), formatNumber(node.level)],
            [t('Description'), node.description || t('No description')],
            [t('Children'), formatNumber(node.children.length)],
            [t('Users'), formatNumber(node.userCount)],
          ]}
        />
        {mayManage && (
          <div className={styles.wrapped}>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
              onClick={() => change({ create: node.id })}
              disabled={isOff}
              title={refusal}
            >
              {t('Add Child')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconEdit size={16} stroke={1.7} aria-hidden />}
              onClick={() => change({ edit: node.id })}
              disabled={isOff}
              title={refusal}
            >
              {t('Edit')}
            </Button>
            {node.parentId !== null && (
              <Button
                variant="default"
                leftSection={<IconArrowsMove size={16} stroke={1.7} aria-hidden />}
                onClick={() => change({ move: node.id })}
                disabled={isOff}
                title={refusal}
              >
                {t('Move')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
              onClick={() => change({ remove: node.id })}
              disabled={isOff}
              title={refusal}
            >
              {t('Delete')}
            </Button>
          </div>
        )}
        <NodeContentsView node={node} refusal={refusal} />
        <LinkedOrganizations node={node} refusal={refusal} />
      </div>
    </Card>
  )
}
