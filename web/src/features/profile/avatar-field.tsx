import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { avatarTypes, maxAvatarBytes } from '@imperium/contract/auth/profile.ts'
import type { Profile } from '@imperium/contract/auth/profile.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { removeAvatarMutation, setAvatarMutation } from './api.ts'
import classes from './profile.module.css'

/** The photo, with its edit controls while the profile is edited. */
export function AvatarField({ profile, editing }: { profile: Profile; editing: boolean }) {
  const set = useMutation(setAvatarMutation)
  const remove = useMutation(removeAvatarMutation)
  const name = `${profile.firstName} ${profile.lastName}`
  function choose(file: File | null): void {
    if (!file) return
    if (!avatarTypes.some((type) => type === file.type)) return notify.error(t('Choose a PNG, JPEG, WebP or GIF image'))
    if (file.size > maxAvatarBytes) return notify.error(t('The image is larger than 5 MB'))
    set.mutate({ body: file })
  }
  return (
    <div className={classes.photo}>
      <Avatar userId={profile.id} name={name} size={72} />
      <div>
        <p className={classes.name}>{name}</p>
        {editing ? (
          <>
            <div className={classes.photoButtons}>
              <FileButton onChange={choose} accept={avatarTypes.join(',')} inputProps={{ 'aria-label': t('Photo') }}>
                {(props) => (
                  <Button {...props} variant="default" size="xs" disabled={set.isPending}>
                    {set.isPending ? t('Uploading...') : t('Upload photo')}
                  </Button>
                )}
              </FileButton>
              {profile.avatarVersion !== null && (
                <Button variant="subtle" color="gray" size="xs" disabled={remove.isPending} onClick={() => remove.mutate({})}>
                  {t('Remove photo')}
                </Button>
              )}
            </div>
            <p className={classes.hint}>{t('PNG, JPEG, WebP or GIF up to 5 MB, 400x400px recommended')}</p>
          </>
        ) : (
          <p className={classes.hint}>{profile.email}</p>
        )}
      </div>
    </div>
  )
}
