import { IconButton } from '#ui/Button.tsx'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '#data/me.ts'
import type { FileInfo } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import classes from './FileValues.module.css'

const FileDetails = quietPart(async () => (await import('./FileDetails.tsx')).FileDetails)

/**
 * Opens the details of a file. Staff only: the server hides storage locations from people of a
 * tenant.
 */
export const FileDetailsButton = ({ file }: { readonly file: FileInfo }) => {
  const { t } = useTranslation()
  const { person } = useMe()
  const [open, setOpen] = useState(false)
  if (person?.tenant !== null) return null
  const picture = file.type.startsWith('image/')
  return (
    <>
      <IconButton
        variant={picture ? 'default' : 'subtle'}
        size={28}
        aria-label={t('files.open', { name: file.name })}
        aria-haspopup="dialog"
        {...(picture ? { className: classes.onPicture } : {})}
        onClick={() => setOpen(true)}
      >
        <IconInfoCircle size={16} aria-hidden />
      </IconButton>
      {open ? <FileDetails file={file} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
