import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { reportFailure } from '../use-campaign-actions.ts'
import styles from '../../../ui/styles.module.css'
import classes from './campaign.module.css'

/** The state of the A/B test: the winner, the time of the decision, or the choice. */
export function WinnerCard({ campaign, send }: { campaign: Campaign; send: CampaignSend }) {
  const client = useQueryClient()
  const mayChoose = useCan('campaigns:send')
  // The settings of the running send, not the campaign's current ones.
  const { ab } = send
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
  const names = [t('Variant A'), ...ab.names.slice(1)]
  async function ask(variant: number): Promise<void> {
    const name = names[variant] ?? ''
    const message = t('The rest of the audience gets {name}.', { name })
    if (await confirm({ title: t('Choose the winner'), message, action: t('Choose {name}', { name }), danger: false }))
      choose.mutate(variant)
  }
  const isOpen = send.winner === null && (send.status === 'testing' || send.status === 'sending')
  return (
    <Card title={t('A/B test')}>
      <p className={styles.textPlain}>
        {send.winner !== null
          ? wonText(names[send.winner] ?? '', send.winnerScores)
          : send.winnerDueAt
            ? t('Will be decided at {moment}.', { moment: formatMoment(send.winnerDueAt) })
            : t('The rest of the audience waits for a winner.')}
      </p>
      {send.winnerScores && (
        <ul className={classes.scores}>
          {send.winnerScores.variants.map(({ variant, sent, hits }) => (
            <li key={variant}>
              {t('{name}: {hits} of {sent}', { name: names[variant] ?? '', hits: formatNumber(hits), sent: formatNumber(sent) })}
            </li>
          ))}
        </ul>
      )}
      {isOpen && mayChoose && (
        <div className={classes.row}>
          {names.map((name, variant) => (
            <Button key={variant} size="xs" variant="default" disabled={choose.isPending} onClick={() => void ask(variant)}>
              {t('Choose {name}', { name })}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}

const noWinnerTexts = {
  opened: t('No opens in the test, so there is no difference.'),
  clicked: t('No clicks in the test, so there is no difference.'),
  responded: t('No replies in the test, so there is no difference.'),
} as const

/** The winner and its metric; or that there were no results. */
function wonText(name: string, scores: CampaignSend['winnerScores']): string {
  if (!scores) return t('{name} won; the rest of the audience gets it.', { name })
  if (scores.variants.every(({ hits }) => hits === 0))
    return `${noWinnerTexts[scores.by]} ${t('The rest of the audience gets {name}.', { name })}`
  const share = ({ sent, hits }: { sent: number; hits: number }) => (sent > 0 ? hits / sent : 0)
  const [best, second] = scores.variants.map(share).toSorted((a, b) => b - a)
  if (best === second) return t('No difference between the best; the rest of the audience gets {name}.', { name })
  return t('{name} won; the rest of the audience gets it.', { name })
}
