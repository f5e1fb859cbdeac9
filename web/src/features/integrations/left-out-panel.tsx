import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LeftOutOperation } from '@imperium/contract/integrations/left-out.ts'
import type { Connection } from '@imperium/contract/integrations.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { leftOutQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

const reasons: Readonly<Record<LeftOutOperation['reason'], string>> = {
  reference: t('Left out: it is described at a reference that leads nowhere in the document, or outside of it.'),
  body: t('Left out: its body is neither JSON, text, a file nor a form of fields.'),
  'too-many': t('Left out: a connection has at most 2,000 operations, and 200 tools of a server.'),
  path: t('Left out: its path does not begin with a slash.'),
  name: t('Left out: its name is too long.'),
  method: t('Left out: its method cannot be called.'),
  server: t('Left out: it is on another host, to which the credentials are not sent.'),
  tool: t('Left out: the server does not describe it as the protocol asks.'),
  parts: t('Incomplete: some of its parameters or fields cannot be sent, or are at references that lead nowhere in the document.'),
  fields: t('Incomplete: it has more parameters and fields than a form; the required ones come first.'),
}

/** What of an OpenAPI document, or of the tools of a server, cannot be used, and why. */
export function LeftOutPanel({ connection: { id, name }, onClose }: { connection: Connection; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(leftOutQuery(id))
  return (
    <SidePanel opened onClose={onClose} title={t('Left out of {name}', { name })}>
      <div className={styles.stack12}>
        {error && <ErrorState plain error={error} title={t('The list could not be loaded')} onRetry={() => void refetch()} />}
        {isPending && <Skeleton height={120} radius={12} />}
        {data && (
          <ul className={classes.tools} aria-label={t('Left out or incomplete')}>
            {data.map((each, index) => (
              // A document may name one twice, and the list never changes while it is open.
              <li key={`${index} ${each.name}`} className={classes.tool}>
                <h3 className={classes.toolName}>{each.name}</h3>
                <span className={styles.textWrap}>{reasons[each.reason]}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SidePanel>
  )
}
