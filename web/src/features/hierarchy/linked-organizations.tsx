import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HierarchyNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { hierarchyLinks, linkDays } from '@imperium/contract/hierarchy/links.ts'
import type { HierarchyLink, OfferedLink } from '@imperium/contract/hierarchy/links.ts'
import { call } from '../../lib/api.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { linksChanged, linksQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './hierarchy.module.css'

interface LinkedOrganizationsProps {
  node: HierarchyNode
  refusal: string | undefined
}

/** Organizations of their own that are linked to the node, with their totals. Only the owner sees it. */
export function LinkedOrganizations({ node, refusal }: LinkedOrganizationsProps) {
  const mayLink = useCan('hierarchy:link')
  const links = useQuery({ ...linksQuery, enabled: mayLink })
  const [offered, setOffered] = useState<OfferedLink | null>(null)
  const offer = useMutation({
    mutationFn: () => call(hierarchyLinks.offer, { body: { nodeId: node.id } }),
    meta: { failure: t('The link could not be offered'), invalidates: linksChanged },
    onSuccess: setOffered,
  })
  if (!mayLink || (node.type !== 'holding' && node.type !== 'subsidiary')) return null
  return (
    <section aria-label={t('Linked organizations')} className={styles.stack8}>
      <div className={styles.between}>
        <h3 className={classes.subtitle}>{t('Linked organizations')}</h3>
        <Button
          variant="default"
          size="xs"
          onClick={() => offer.mutate()}
          disabled={refusal !== undefined || offer.isPending}
          title={refusal}
        >
          {t('Link an organization')}
        </Button>
      </div>
      {offered && (
        <Notice tone="info" title={t('Code for the owner of the other organization')}>
          <p className={styles.text}>
            {t('The owner enters it in the hierarchy of their organization within {days} days. It is shown only now.', { days: linkDays })}
          </p>
          <TextInput readOnly aria-label={t('Code')} value={offered.code} onFocus={(event) => event.currentTarget.select()} />
        </Notice>
      )}
      <ul className={styles.list}>
        {links.data
          ?.filter(({ nodeId }) => nodeId === node.id)
          .map((link) => (
            <Link key={link.id} link={link} refusal={refusal} />
          ))}
      </ul>
    </section>
  )
}

function Link({ link, refusal }: { link: HierarchyLink; refusal: string | undefined }) {
  const name = link.organizationName ?? t('Open offer, until {date}', { date: formatDate(link.expiresAt) })
  const end = useMutation({
    mutationFn: () => call(hierarchyLinks.end, { params: { id: link.id } }),
    meta: { success: t('Link ended'), failure: t('The link could not be ended'), invalidates: linksChanged },
  })
  async function askToEnd(): Promise<void> {
    if (
      await confirm({
        title: t('End link'),
        message: t('Are you sure you want to end the link to {name}?', { name }),
        action: t('End link'),
      })
    )
      end.mutate()
  }
  return (
    <li className={styles.stack8}>
      <div className={classes.person}>
        <span className={styles.truncateGrow}>{name}</span>
        <Button
          variant="subtle"
          size="xs"
          onClick={() => void askToEnd()}
          disabled={refusal !== undefined || end.isPending}
          title={refusal}
        >
          {t('End link')}
        </Button>
      </div>
      {link.totals && (
        <FactList
          facts={[
            [t('Users'), formatNumber(link.totals.members)],
            [t('Contacts'), formatNumber(link.totals.contacts)],
            [t('Agents'), formatNumber(link.totals.agents)],
            [t('Campaigns'), formatNumber(link.totals.campaigns)],
            [t('Workflows'), formatNumber(link.totals.workflows)],
          ]}
        />
      )}
    </li>
  )
}
