import { Button, Menu } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { behaviours } from '@imperium/contract/contacts/segment-rules.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { reportFailure } from '../use-campaign-actions.ts'
import { isReported } from './channel-reports.ts'

type Behaviour = (typeof behaviours)[number]

const audienceTexts = {
  opened: t('Opened it'),
  not_opened: t('Did not open it'),
  clicked: t('Followed a link'),
  not_clicked: t('Followed no link'),
  responded: t('Replied'),
  not_responded: t('Did not reply'),
  bounced: t('Bounced'),
  failed: t('Failed to get it'),
  skipped: t('Were skipped'),
} as const satisfies Partial<Record<Behaviour, string>>

const isOffered = (did: string, channel: Channel): boolean =>
  did === 'bounced' ? channel === 'email' : isReported(channel, did.replace('not_', ''))
const longestName = 120

/** Creates a segment from the recipients' behaviour, for a next campaign. It also follows later behaviour. */
export function MakeSegment({ campaign: { id, name, channel } }: { campaign: Pick<Campaign, 'id' | 'name'> & { channel: Channel } }) {
  const mayWrite = useCan('segments:write')
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const create = useMutation({
    mutationFn: (did: keyof typeof audienceTexts) =>
      call(segments.create, {
        body: {
          name: `${audienceTexts[did]}: ${name}`.slice(0, longestName),
          rules: { match: 'all', rules: [{ kind: 'campaign', did, campaignId: id }] },
        },
      }),
    meta: { silent: true },
    onSuccess: (segment) => {
      notify.success(t('Segment saved'))
      void client.invalidateQueries({ queryKey: keyOf(segments.list) })
      void navigate({ to: '/org/$orgSlug/segments/$segmentId', params: { orgSlug, segmentId: segment.id } })
    },
    onError: (error) => reportFailure(t('Failed to save the segment'), error),
  })
  if (!mayWrite) return null
  const offered = (Object.keys(audienceTexts) as (keyof typeof audienceTexts)[]).filter((did) => isOffered(did, channel))
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button variant="default" disabled={create.isPending} leftSection={<IconUsersGroup size={16} stroke={1.7} aria-hidden />}>
          {t('Create a segment')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Of those who')}</Menu.Label>
        {offered.map((did) => (
          <Menu.Item key={did} onClick={() => create.mutate(did)}>
            {audienceTexts[did]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
