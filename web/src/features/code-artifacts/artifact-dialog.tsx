import { Select, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CreateArtifactBody, artifactLanguages, artifactLimits, artifactTypes } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { changed } from './api.ts'
import { languageLabels, typeLabels } from './artifact-labels.ts'
import classes from './code-artifacts.module.css'

interface DialogProps {
  /** The one that gets a new version; null for a new one. */
  artifact: CodeArtifact | null
  refusal: string | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

interface Values extends Record<string, unknown> {
  name: string
  artifactType: string
  language: string
  framework: string
  reasoning: string
  code: string
  tests: string
}

/** Writes a new artifact, or a new version of one. */
export function ArtifactDialog({ artifact, refusal, onClose, onSaved }: DialogProps) {
  const form = useContractForm<Values>({
    initialValues: {
      name: artifact?.name ?? '',
      artifactType: artifact?.artifactType ?? 'utility_function',
      language: artifact?.language ?? 'typescript',
      framework: artifact?.framework ?? '',
      reasoning: artifact?.reasoning ?? '',
      code: artifact?.code ?? '',
      tests: artifact?.tests ?? '',
    },
    schema: CreateArtifactBody,
  })
  const save = useMutation({
    mutationFn: ({ code, tests, reasoning, ...rest }: Values) =>
      artifact
        ? call(codeArtifacts.addVersion, { params: { id: artifact.id }, body: { version: artifact.version, code, tests, reasoning } })
        : call(codeArtifacts.create, { body: { ...rest, code, tests, reasoning } as CreateArtifactBody }),
    meta: { silent: true, success: t('Artifact saved'), invalidates: changed },
    onSuccess: ({ id }) => onSaved(id),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The artifact could not be saved'))
    },
  })
  return (
    <FormDialog
      place="side"
      width="max(60%, 620px)"
      opened
      onClose={onClose}
      title={artifact ? t('New version of {name}', { name: artifact.name }) : t('Write artifact')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={artifact ? t('Save as version {version}', { version: artifact.version + 1 }) : t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
    >
      {!artifact && (
        <>
          <TextInput label={t('Name')} withAsterisk maxLength={80} data-autofocus {...form.getInputProps('name')} />
          <div className={classes.pair}>
            <Select
              label={t('Type')}
              withAsterisk
              allowDeselect={false}
              data={artifactTypes.map((value) => ({ value, label: typeLabels[value] }))}
              {...form.getInputProps('artifactType')}
            />
            <Select
              label={t('Language')}
              withAsterisk
              allowDeselect={false}
              data={artifactLanguages.map((value) => ({ value, label: languageLabels[value] }))}
              {...form.getInputProps('language')}
            />
          </div>
          <TextInput label={t('Framework')} maxLength={60} {...form.getInputProps('framework')} />
        </>
      )}
      <Textarea
        label={t('Reasoning')}
        description={t('Why it is written this way, for those who review it')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={artifactLimits.reasoning}
        {...form.getInputProps('reasoning')}
      />
      <Textarea
        label={t('Code')}
        withAsterisk
        autosize
        minRows={12}
        maxRows={30}
        spellCheck={false}
        classNames={{ input: classes.editor ?? '' }}
        {...form.getInputProps('code')}
      />
      <Textarea
        label={t('Tests')}
        description={t('JavaScript or TypeScript: test("name", () => assert.equal(a, b))')}
        autosize
        minRows={4}
        maxRows={20}
        spellCheck={false}
        classNames={{ input: classes.editor ?? '' }}
        {...form.getInputProps('tests')}
      />
    </FormDialog>
  )
}
