import { useQuery } from '@tanstack/react-query'
import { runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { sendRequest } from '../../../lib/request.ts'
import { t } from '../../../lib/words.ts'
import classes from './run.module.css'

/** The images that a run made, read with the session: an `<img>` cannot send it. */
export function RunImages({ run }: { run: Run }) {
  const images = run.images ?? []
  if (images.length === 0) return null
  return (
    <div className={classes.images} role="group" aria-label={t('Images of the agent')}>
      {images.map((imageId, index) => (
        <RunImage key={imageId} runId={run.id} imageId={imageId} number={index + 1} />
      ))}
    </div>
  )
}

function RunImage({ runId, imageId, number }: { runId: string; imageId: string; number: number }) {
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
  if (image.isError) return <p className={classes.stepNote}>{t('The image could not be loaded')}</p>
  const label = t('Image {number} of the agent', { number })
  if (!image.data) return <span className={classes.image} aria-busy role="img" aria-label={label} />
  return (
    <a href={image.data} download={`image-${number}.webp`} title={t('Save the image')}>
      <img className={classes.image} src={image.data} alt={label} />
    </a>
  )
}
