import type { ModelUsage } from '@imperium/contract/usage-analytics.ts'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import styles from '../../ui/styles.module.css'

interface ModelPanelProps {
  model: ModelUsage | undefined
  period: string
  onClose: () => void
}

/** What one model was used for in the period. */
export function ModelPanel({ model, period, onClose }: ModelPanelProps) {
  return (
    <SidePanel opened={model !== undefined} onClose={onClose} title={model?.modelName ?? t('Model')} subtitle={period} width={460}>
      {model && (
        <div className={styles.stackWide}>
          <FactList
            labelWidth={150}
            facts={[
              [t('Provider'), model.provider || '–'],
              [t('Model ID'), model.modelId],
              [t('API Calls'), formatNumber(model.apiCalls)],
              [t('Input tokens'), formatNumber(model.inputTokens)],
              [t('Output tokens'), formatNumber(model.outputTokens)],
              [t('Cost'), <Money key="cost" micros={model.costMicros} />],
              [t('Cost per call'), <Money key="each" micros={model.apiCalls > 0 ? Math.round(model.costMicros / model.apiCalls) : 0} />],
              [t('Diet Plans'), formatNumber(model.dietPlansGenerated)],
              [t('Last used'), model.lastUsedAt ? formatMoment(model.lastUsedAt) : '–'],
            ]}
          />
          <OrgLink path="settings/ai-models" className="link">
            {t('Open AI models')}
          </OrgLink>
        </div>
      )}
    </SidePanel>
  )
}
