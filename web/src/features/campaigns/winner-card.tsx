import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { campaignReports } from '@imperium/contract/campaign-report-operations.ts'
import type { CampaignSend } from '@imperium/contract/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns.ts'
import { call, keyOf } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/confirm.ts'
import { reportFailure } from './use-campaign-actions.ts'
import classes from './campaign.module.css'

/** How the test stands: who won, when that is decided, or the choice. */
export function WinnerCard({ campaign, send }: { campaign: Campaign; send: CampaignSend }) {
  const client = useQueryClient()
  const mayChoose = useCan('campaigns:send')
  const { ab } = campaign.definition
  const choose = useMutation({
    mutationFn: (variant: number) =>
      call(campaignReports.chooseWinner, { params: { id: campaign.id }, body: { variant, sendId: send.id } }),
    meta: { silent: true },
    onSuccess: () => {
      notify.success(t('Winner chosen'))
      void client.invalidateQueries({ queryKey: keyOf(campaignReports.sends) })
    },
    onError: (error) => reportFailure(t('Failed to choose the winner'), error),
  })
  if (!ab || ab.testPercent === 100) return null
  const names = [t('Variant A'), ...ab.variants.map(({ name }) => name)]
  async function ask(variant: number): Promise<void> {
    const name = names[variant] ?? ''
    const message = t('The rest of the audience gets {name}.', { name })
    if (await confirm({ title: t('Choose the winner'), message, action: t('Choose {name}', { name }), danger: false }))
      choose.mutate(variant)
  }
  const isOpen = send.winner === null && (send.status === 'testing' || send.status === 'sending')
  return (
    <Card title={t('A/B test')}>
      <p className={classes.hint}>
        {send.winner !== null
          ? t('{name} won; the rest of the audience gets it.', { name: names[send.winner] ?? '' })
          : send.winnerDueAt
            ? t('Decided at {moment}.', { moment: formatMoment(send.winnerDueAt) })
            : t('The rest of the audience waits for a winner.')}
      </p>
      {isOpen && mayChoose && (
        <div className={classes.row}>
          {names.map((name, variant) => (
            <Button key={name} size="xs" variant="default" disabled={choose.isPending} onClick={() => void ask(variant)}>
              {t('Choose {name}', { name })}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
