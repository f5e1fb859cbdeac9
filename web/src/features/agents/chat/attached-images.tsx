import { ActionIcon, FileButton, Tooltip } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { inputImageLimits, inputImageTypes } from '@imperium/contract/runs.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { reportFailure } from '../report-failure.ts'
import classes from './chat.module.css'

interface ChosenImage {
  key: number
  name: string
  /** Of the local file. */
  url: string
  /** Null while it is uploaded. */
  id: string | null
}

type Images = ReturnType<typeof useImages>

/** Images for the next message: each is uploaded as soon as it is chosen. */
export function useImages(upload: ((file: File) => Promise<{ id: string }>) | undefined) {
  const [chosen, setChosen] = useState<readonly ChosenImage[]>([])
  const next = useRef(0)
  const urls = useRef(new Set<string>())
  useEffect(() => () => urls.current.forEach((url) => URL.revokeObjectURL(url)), [])
  const remove = (key: number) => setChosen((before) => before.filter((each) => each.key !== key))

  async function addOne(file: File): Promise<void> {
    if (!upload) return
    if (file.size > inputImageLimits.bytes) return notify.error(t('{name} is larger than 10 MB', { name: file.name }))
    const key = next.current++
    const url = URL.createObjectURL(file)
    urls.current.add(url)
    setChosen((before) => [...before, { key, name: file.name, url, id: null }])
    try {
      const { id } = await upload(file)
      setChosen((before) => before.map((each) => (each.key === key ? { ...each, id } : each)))
    } catch (error) {
      remove(key)
      reportFailure(t('{name} could not be attached', { name: file.name }), error)
    }
  }

  const free = inputImageLimits.count - chosen.length
  return {
    chosen,
    ids: chosen.flatMap(({ id }) => id ?? []),
    isUploading: chosen.some(({ id }) => id === null),
    isFull: free <= 0,
    remove,
    add: (files: readonly File[]) => Promise.all(files.slice(0, free).map(addOne)),
  }
}

export function AttachImage({ images, disabled }: { images: Images; disabled: boolean }) {
  return (
    <FileButton
      multiple
      accept={inputImageTypes.join(',')}
      inputProps={{ 'aria-label': t('Attach images') }}
      onChange={(files) => void images.add(files)}
    >
      {(props) => (
        <Tooltip label={t('Attach images')}>
          <ActionIcon {...props} size={36} variant="default" aria-label={t('Attach images')} disabled={disabled || images.isFull}>
            <IconPhotoPlus size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  )
}

export function AttachedImages({ images: { chosen, remove } }: { images: Images }) {
  if (chosen.length === 0) return null
  return (
    <div className={classes.attached} role="group" aria-label={t('Attached images')}>
      {chosen.map(({ key, name, url, id }) => (
        <span key={key} className={classes.thumb} data-uploading={id === null || undefined}>
          <img src={url} alt={id === null ? t('{name} is being uploaded', { name }) : name} />
          <ActionIcon
            className={classes.removeThumb ?? ''}
            size={20}
            radius="xl"
            variant="default"
            aria-label={t('Remove {name}', { name })}
            onClick={() => remove(key)}
          >
            <IconX size={12} stroke={2} aria-hidden />
          </ActionIcon>
        </span>
      ))}
    </div>
  )
}
