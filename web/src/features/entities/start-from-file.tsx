import { FileInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { recordImports } from '@imperium/contract/entities/record-imports.ts'
import type { EntityProposal } from '@imperium/contract/entities/record-imports.ts'
import { call } from '../../lib/api.ts'
import { plural, t } from '../../lib/words.ts'
import { notify } from '../../lib/notify.ts'

interface StartFromFileProps {
  onProposed: (proposal: EntityProposal, fileName: string) => void
}

/** Takes the fields from the columns of a table, by all of its rows, or from a JSON Schema. */
export function StartFromFile({ onProposed }: StartFromFileProps) {
  const propose = useMutation({
    mutationFn: (file: File) => call(recordImports.propose, { body: file.slice(0, file.size, 'application/octet-stream') }),
    meta: { failure: t('The file could not be read') },
    onSuccess: (proposal, file) => {
      onProposed(proposal, file.name)
      notify.success(plural(proposal.fields.length, { one: '{count} field proposed', other: '{count} fields proposed' }))
    },
  })
  return (
    <FileInput
      label={t('Start from a file')}
      description={t('CSV, Excel or JSON Schema. The types are recognised from all rows; you can change them.')}
      placeholder={propose.isPending ? t('Reading...') : t('Choose a file')}
      accept=".csv,.tsv,.txt,.xlsx,.json"
      disabled={propose.isPending}
      onChange={(file) => file && propose.mutate(file)}
    />
  )
}
