import '@mantine/core/styles/Progress.layer.css'
import { ActionIcon, Group, Input, Loader, Progress, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPaperclip, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { filesQuery } from '#data/queries.ts'
import { uploadFile } from '#data/upload.ts'
import { around, common, type InputProps } from './types.ts'
import classes from './files.module.css'

const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

interface Upload { readonly name: string; readonly progress: number; readonly error?: string }

/** Uploads files one after another; each ends in `done` or leaves its error on screen. */
const useUploads = (done: (id: string) => void) => {
  const [uploads, setUploads] = useState<Readonly<Record<number, Upload>>>({})
  const next = useRef(0)
  const start = async (files: readonly File[]) => {
    for (const file of files) {
      const key = next.current++
      const set = (upload: Upload | null) => setUploads(({ [key]: _old, ...rest }) => (upload ? { ...rest, [key]: upload } : rest))
      set({ name: file.name, progress: 0 })
      try {
        const stored = await uploadFile(file, (progress) => set({ name: file.name, progress }))
        set(null)
        done(stored.id)
      } catch (error) {
        set({ name: file.name, progress: 1, error: error instanceof Error ? error.message : String(error) })
      }
    }
  }
  return { uploads: Object.entries(uploads), start, dismiss: (key: string) => setUploads(({ [Number(key)]: _gone, ...rest }) => rest) }
}

const DropArea = ({ id, label, accept, multiple, disabled, required, error, onFiles }: { id: string; label: string; accept?: string | undefined; multiple: boolean; disabled: boolean; required: boolean; error: string | boolean; onFiles: (files: File[]) => void }) => {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const drop = (e: DragEvent) => { e.preventDefault(); setOver(false); if (!disabled) onFiles([...e.dataTransfer.files].slice(0, multiple ? undefined : 1)) }
  return (
    <label className={classes.drop} data-over={over || undefined} data-disabled={disabled || undefined} onDragOver={(e) => { e.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={drop}
      onPaste={(e) => onFiles([...e.clipboardData.files])}>
      <IconUpload size={18} aria-hidden />
      <span>{t(multiple ? 'form.dropFiles' : 'form.dropFile')}</span>
      <input id={id} type="file" aria-label={label} accept={accept} multiple={multiple} disabled={disabled} className={classes.native} aria-required={required || undefined} aria-invalid={Boolean(error) || undefined} aria-describedby={error ? `${id}-error` : undefined}
        onChange={(e) => { onFiles([...(e.currentTarget.files ?? [])]); e.currentTarget.value = '' }} />
    </label>
  )
}

const Uploads = ({ list, dismiss }: { list: [string, Upload][]; dismiss: (key: string) => void }) => list.map(([key, u]) => (
  <div key={key} className={classes.upload} role={u.error ? 'alert' : 'status'}>
    <Text size="sm" truncate>{u.name}</Text>
    {u.error ? <Text size="sm" c="red">{u.error}</Text> : <Progress value={u.progress * 100} aria-label={u.name} />}
    {u.error ? <ActionIcon variant="subtle" aria-label={`× ${u.name}`} onClick={() => dismiss(key)}><IconTrash size={16} /></ActionIcon> : null}
  </div>
))

type Entry = { readonly file: string; readonly alt?: string | null; readonly name?: string | null }

/** Ordered pictures or files: drop, paste or choose; move with buttons; a text for those who cannot see a picture. */
export const FileListInput = (props: InputProps) => {
  const { t } = useTranslation()
  const entries = (props.value ?? []) as unknown as Entry[]
  const latest = useRef(entries)
  latest.current = entries
  const set = (list: Entry[]) => { latest.current = list; props.onChange(list as never) }
  const pictures = props.field.kind === 'images'
  const stored = useQuery({ ...filesQuery(entries.map((e) => e.file)), enabled: entries.length > 0 })
  const { uploads, start, dismiss } = useUploads((id) => set([...latest.current, { file: id }]))
  const move = (from: number, to: number) => { const list = [...entries]; const [one] = list.splice(from, 1); if (one) list.splice(to, 0, one); set(list) }
  const { label, description, required, error, id, disabled } = common(props)
  return (
    <Input.Wrapper {...around(id)} label={label} description={description} required={required} error={error}>
      <ol className={pictures ? classes.pictures : classes.files}>
        {entries.map((entry, i) => {
          const file = stored.data?.find((f) => f.id === entry.file)
          const title = entry.alt || entry.name || file?.name || `${i + 1}`
          return (
            <li key={entry.file} className={classes.entry}>
              {pictures ? (file ? <img src={file.url} alt={entry.alt ?? ''} className={classes.thumb} loading="lazy" /> : <span className={classes.thumb}><Loader size={16} /></span>) : <Text size="sm" truncate><IconPaperclip size={14} aria-hidden /> {title}</Text>}
              {pictures ? <TextInput size="xs" aria-label={t('form.altOf', { n: i + 1 })} placeholder={t('form.alt')} value={entry.alt ?? ''} maxLength={200}
                onChange={(e) => set(entries.map((o, j) => (j === i ? { ...o, alt: e.currentTarget.value || null } : o)))} /> : null}
              <Group gap={4} justify="flex-end">
                <ActionIcon size="sm" variant="subtle" color="gray" disabled={i === 0} aria-label={t('form.moveUp', { what: title })} onClick={() => move(i, i - 1)}><IconArrowUp size={14} /></ActionIcon>
                <ActionIcon size="sm" variant="subtle" color="gray" disabled={i === entries.length - 1} aria-label={t('form.moveDown', { what: title })} onClick={() => move(i, i + 1)}><IconArrowDown size={14} /></ActionIcon>
                <ActionIcon size="sm" variant="subtle" color="red" aria-label={t('form.remove', { what: title })} onClick={() => set(entries.filter((_, j) => j !== i))}><IconTrash size={14} /></ActionIcon>
              </Group>
            </li>
          )
        })}
      </ol>
      <Uploads list={uploads} dismiss={dismiss} />
      <DropArea id={id} label={label} accept={pictures ? IMAGE_TYPES : undefined} multiple required={required} error={error} disabled={disabled || entries.length >= (props.field.max ?? 100)} onFiles={(f) => void start(f)} />
    </Input.Wrapper>
  )
}

/** One picture or file. */
export const FileInput = (props: InputProps<string>) => {
  const { t } = useTranslation()
  const stored = useQuery({ ...filesQuery(props.value ? [props.value] : []), enabled: props.value !== null })
  const { uploads, start, dismiss } = useUploads(props.onChange)
  const file = stored.data?.[0]
  const { label, description, required, error, id, disabled } = common(props)
  return (
    <Input.Wrapper {...around(id)} label={label} description={description} required={required} error={error}>
      {props.value ? (
        <Group gap={8} wrap="nowrap" role="group" aria-label={label}>
          {props.field.kind === 'image' && file ? <img src={file.url} alt="" className={classes.thumb} /> : <Text size="sm" truncate><IconPaperclip size={14} aria-hidden /> {file?.name ?? '…'}</Text>}
          <ActionIcon variant="subtle" color="red" aria-label={t('form.remove', { what: label })} onClick={() => props.onChange(null)}><IconTrash size={16} /></ActionIcon>
        </Group>
      ) : <DropArea id={id} label={label} accept={props.field.kind === 'image' ? IMAGE_TYPES : undefined} multiple={false} required={required} error={error} disabled={disabled} onFiles={(f) => void start(f)} />}
      <Uploads list={uploads} dismiss={dismiss} />
    </Input.Wrapper>
  )
}
