import { Modal } from '@mantine/core'
import { planLimits, planNames, planTypes } from '@imperium/contract/plans.ts'
import { formatCompact, formatNumber } from '../lib/format.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { CodeBlock } from '../ui/text/code-block.tsx'
import classes from './shell-dialogs.module.css'

const gibibyte = 1024 ** 3
const storage = (bytes: number) =>
  bytes >= 1024 * gibibyte ? `${formatNumber(bytes / gibibyte / 1024)} TB` : `${formatNumber(bytes / gibibyte)} GB`

const rows = [
  { label: t('AI agents'), value: (plan: keyof typeof planLimits) => formatNumber(planLimits[plan].maxAgents) },
  { label: t('Users'), value: (plan: keyof typeof planLimits) => formatNumber(planLimits[plan].maxUsers) },
  { label: t('Storage'), value: (plan: keyof typeof planLimits) => storage(planLimits[plan].storageBytes) },
  { label: t('API calls a month'), value: (plan: keyof typeof planLimits) => formatCompact(planLimits[plan].apiCallsPerMonth) },
  { label: t('Messages a month'), value: (plan: keyof typeof planLimits) => formatCompact(planLimits[plan].messagesPerMonth) },
]

/** What each plan allows, and how an organization gets another one. */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { planType, slug } = useOrganization()
  return (
    <Modal opened onClose={onClose} title={t('Plans')} size={640} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.scroll}>
        <table className={classes.plans}>
          <thead>
            <tr>
              <th scope="col">{t('Limit')}</th>
              {planTypes.map((plan) => (
                <th key={plan} scope="col" data-current={plan === planType || undefined}>
                  {planNames[plan]}
                  {plan === planType && <span className={classes.current}>{t('Current')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {planTypes.map((plan) => (
                  <td key={plan} data-current={plan === planType || undefined}>
                    {value(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.text}>
        {t(
          'The operator of this installation changes the plan of an organization on the server; there is no payment in the app. Ask them to run:',
        )}
      </p>
      <CodeBlock label={t('command')} code={`npm run admin -- organizations set ${slug} --plan CONQUEROR`} />
    </Modal>
  )
}
