import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { McpConnection } from '@imperium/contract/mcp/mcp.ts'
import { formatDate } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { Page } from '../../ui/page/page.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { ApprovalsCard } from './approvals-card.tsx'
import { connectionsQuery, disconnectMutation } from './api.ts'
import classes from './mcp.module.css'

/** /org/{slug}/settings/assistants: the address for AI assistants, and those that are connected. */
export function AssistantsPage() {
  return (
    <Page title={t('AI assistants')} subtitle={t('Assistants that use Imperium over MCP in the name of a member.')}>
      <AddressCard />
      <ApprovalsCard />
      <Connections />
    </Page>
  )
}

function AddressCard() {
  const { copied, copy } = useCopy()
  const address = `${window.location.origin}/mcp`
  return (
    <Card title={t('Connect an assistant')}>
      <ol className={classes.steps}>
        <li>{t('Copy the address.')}</li>
        <li>{t('Add it in your assistant as a connector or remote MCP server.')}</li>
        <li>{t('Sign in here and choose what it may do.')}</li>
      </ol>
      <div className={classes.address}>
        <TextInput label={t('MCP server address')} readOnly value={address} classNames={{ input: classes.mono ?? '' }} />
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={15} stroke={1.7} aria-hidden /> : <IconCopy size={15} stroke={1.7} aria-hidden />}
          onClick={() => copy(address)}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <p className={classes.hint}>
        {t('Programs without a browser send an API key instead, as a bearer token. More tools: add ?tools=agents,contacts to the address.')}
      </p>
    </Card>
  )
}

function Connections() {
  const list = useRows(connectionsQuery)
  const end = useMutation(disconnectMutation)
  async function confirmAndEnd({ id, clientName }: McpConnection): Promise<void> {
    const message = t('{client} loses its access at once. It can ask again.', { client: clientName })
    if (await confirm({ title: t('Disconnect assistant'), message, action: t('Disconnect') })) end.mutate({ params: { id } })
  }
  if (list.error) return <ErrorState error={list.error} title={t('Assistants could not be loaded')} onRetry={list.retry} />
  if (list.isEmpty)
    return (
      <EmptyState
        icon={IconPlugConnected}
        title={t('No assistant is connected')}
        text={t('Assistants that you connect appear here, with what they may do.')}
      />
    )
  return (
    <DataTable
      label={t('Connected assistants')}
      columns={columnsFor((connection) => void confirmAndEnd(connection))}
      {...list.table}
      rowId={({ id }) => id}
      rowLabel={({ clientName }) => clientName}
      totalCount={list.total ?? undefined}
    />
  )
}

const columnsFor = (onEnd: (connection: McpConnection) => void): readonly Column<McpConnection>[] => [
  { id: 'client', header: t('Assistant'), width: 'minmax(0, 2fr)', cell: (connection) => <ClientCell {...connection} /> },
  { id: 'member', header: t('Member'), hideOn: 'phone', cell: ({ userName }) => userName },
  {
    id: 'scopes',
    header: t('Scopes'),
    width: '110px',
    hideOn: 'phone',
    cell: ({ scopes }) => plural(scopes.length, { one: '{count} scope', other: '{count} scopes' }),
  },
  {
    id: 'ends',
    header: t('Connected until'),
    width: '130px',
    hideOn: 'tablet',
    cell: ({ endsAt }) => formatDate(endsAt),
  },
  {
    id: 'used',
    header: t('Last used'),
    width: '130px',
    hideOn: 'tablet',
    cell: ({ lastUsedAt }) => lastUsedAt && <RelativeTime at={lastUsedAt} />,
  },
  {
    id: 'actions',
    header: '',
    width: '124px',
    align: 'end',
    interactive: true,
    cell: (connection) => (
      <Button
        variant="default"
        size="xs"
        aria-label={t('Disconnect {client}', { client: connection.clientName })}
        onClick={() => onEnd(connection)}
      >
        {t('Disconnect')}
      </Button>
    ),
  },
]

const ClientCell = ({ clientName, redirectOrigin }: McpConnection) => (
  <span className={classes.client}>
    <span className={classes.name}>{clientName}</span>
    <span className={classes.hint}>{redirectOrigin}</span>
  </span>
)
