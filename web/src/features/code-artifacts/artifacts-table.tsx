import { ActionIcon } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import type { CodeArtifactRow } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatDate } from '../../lib/format.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Rows } from '../../ui/list/use-rows.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { languageLabels, previewOf, statusLabels, typeLabels } from './artifact-labels.ts'
import styles from '../../ui/styles.module.css'

interface TableProps {
  onOpen: (row: CodeArtifactRow) => void
}

export function ArtifactsTable({ onOpen, ...table }: TableProps & Rows<CodeArtifactRow>['table']) {
  return (
    <DataTable
      label={t('Code artifacts')}
      columns={columnsOf(onOpen)}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      onOpen={onOpen}
      {...table}
    />
  )
}

export const saveCode = (id: string): void =>
  void downloadFile(codeArtifacts.download, { params: { id } }).catch((error: unknown) =>
    reportError(error, t('The file could not be made')),
  )

function columnsOf(onOpen: TableProps['onOpen']): Column<CodeArtifactRow>[] {
  return [
    { id: 'artifact', header: t('Artifact'), width: 'minmax(180px, 2fr)', cell: (row) => <Name row={row} /> },
    {
      id: 'type',
      header: t('Type'),
      width: 'minmax(120px, 1fr)',
      hideOn: 'tablet',
      cell: ({ artifactType }) => typeLabels[artifactType],
    },
    {
      id: 'language',
      header: t('Language'),
      width: 'minmax(110px, 1fr)',
      hideOn: 'phone',
      cell: ({ language, framework }) => (
        <span className={styles.truncate}>{[languageLabels[language], framework].filter(Boolean).join(' · ')}</span>
      ),
    },
    { id: 'status', header: t('Status'), width: '130px', cell: (row) => <StatusDot {...statusLabels[row.status]} /> },
    { id: 'version', header: t('Version'), width: '80px', hideOn: 'tablet', cell: ({ version }) => `v${version}` },
    { id: 'created', header: t('Created'), width: '120px', hideOn: 'tablet', cell: ({ createdAt }) => formatDate(createdAt) },
    {
      id: 'actions',
      header: '',
      width: '84px',
      align: 'end',
      interactive: true,
      cell: (row) => (
        <>
          <ActionIcon aria-label={t('View: {name}', { name: row.name })} onClick={() => onOpen(row)}>
            <IconEye size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('Download: {name}', { name: row.name })} onClick={() => saveCode(row.id)}>
            <IconDownload size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </>
      ),
    },
  ]
}

function Name({ row: { name, reasoning, syntaxValid } }: { row: CodeArtifactRow }) {
  return (
    <span className={styles.column}>
      <span className={styles.truncate}>{name}</span>
      <span className={`${styles.small} ${styles.truncate}`}>
        {syntaxValid ? previewOf(reasoning) : <span className={styles.bad}>{t('Syntax errors detected')}</span>}
      </span>
    </span>
  )
}
