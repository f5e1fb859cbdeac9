import { useQuery } from '@tanstack/react-query'
import { runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { sendRequest } from '../../../lib/request.ts'
import { t } from '../../../lib/words.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

/** The images that a run made. */
export const RunImages = ({ run }: { run: Run }) => <Images runId={run.id} images={run.images ?? []} label={t('Images of the agent')} />

/** The images that its input has attached. */
export const InputImages = ({ run }: { run: Run }) => (
  <Images runId={run.id} images={run.inputImages ?? []} label={t('Attached images')} small />
)

interface ImagesProps {
  runId: string
  images: readonly string[]
  label: string
  small?: boolean
}

/** Read with the session: an `<img>` cannot send it. */
function Images({ runId, images, label, small = false }: ImagesProps) {
  if (images.length === 0) return null
  return (
    <div className={classes.images} role="group" aria-label={label} data-small={small || undefined}>
      {images.map((imageId, index) => (
        <RunImage
          key={imageId}
          runId={runId}
          imageId={imageId}
          number={index + 1}
          label={small ? t('Attached image {number}', { number: index + 1 }) : t('Image {number} of the agent', { number: index + 1 })}
        />
      ))}
    </div>
  )
}

function RunImage({ runId, imageId, number, label }: { runId: string; imageId: string; number: number; label: string }) {
  const image = useQuery({
    queryKey: ['run-image', runId, imageId],
    queryFn: async () => {
      const response = await sendRequest(runs.image, { params: { id: runId, imageId } }, { headers: { accept: '*/*' } })
      return URL.createObjectURL(await response.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
    retry: false,
  })
  if (image.isError) return <p className={`${styles.plainWrap} ${classes.stepNote}`}>{t('The image could not be loaded')}</p>
  if (!image.data) return <span className={classes.image} aria-busy role="img" aria-label={label} />
  return (
    <a href={image.data} download={`image-${number}.webp`} title={t('Save the image')}>
      <img className={classes.image} src={image.data} alt={label} />
    </a>
  )
}
