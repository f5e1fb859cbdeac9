import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { documentVisibilities } from '@imperium/contract/knowledge.ts'
import { languages } from '@imperium/contract/languages.ts'
import { languageNames } from '../../../lib/language-names.ts'
import { t } from '../../../lib/words.ts'
import type { DocumentSettings } from '../api.ts'
import { CollectionField } from '../collection-field.tsx'
import { visibilityLabels } from '../knowledge-labels.ts'
import { MetadataField } from './metadata-field.tsx'

export type DocumentValues = Record<string, unknown> & DocumentSettings

/** The fields of a document, at its upload and later. */
export function DocumentFields({ form }: { form: UseFormReturnType<DocumentValues> }) {
  return (
    <>
      <Select
        label={t('Visibility')}
        allowDeselect={false}
        data={documentVisibilities.map((value) => ({ value, label: visibilityLabels[value] }))}
        {...form.getInputProps('visibility')}
      />
      <Select
        label={t('Language')}
        placeholder={t('Recognized from the text')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
      <CollectionField {...form.getInputProps('collectionId')} />
      <MetadataField {...form.getInputProps('metadata')} />
    </>
  )
}
