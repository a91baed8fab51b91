import { Labelled, TextInput } from '#ui/TextInput.tsx'
import { IconButton, Spinner } from '#ui/Button.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconPaperclip,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ClipboardEvent, type ComponentProps, type DragEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import { quietPart } from '#ui/lazyPart.tsx'
import { filesQuery } from '#data/queries.ts'
import type { FileInfo } from '#data/types.ts'
import { useUploads } from '../../useUploads.ts'
import { common, type InputProps } from './types.ts'
import type { Uploads } from './Uploads.tsx'
import classes from './files.module.css'

// Progress is drawn once something is uploaded.
const Underway = quietPart(async () => (await import('./Uploads.tsx')).Uploads)
const underway = (uploads: ComponentProps<typeof Uploads>['uploads']) =>
  uploads.list.length ? <Underway uploads={uploads} /> : null

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Files of a paste: copied files, or an image pasted as text. */
const pasted = async (e: ClipboardEvent): Promise<File[]> => {
  const files = [...e.clipboardData.files]
  const text = e.clipboardData.getData('text/plain')
  if (files.length || !/^\s*data:/i.test(text)) return files
  e.preventDefault()
  const { fileOf, looksLikeDataUrl } = await import('#data/files/encoded.ts')
  return looksLikeDataUrl(text) ? [fileOf(text, 'data_url')] : []
}

const DropArea = ({
  id,
  label,
  accept,
  multiple,
  disabled,
  required,
  error,
  onFiles,
}: {
  id: string
  label: string
  accept?: readonly string[] | undefined
  multiple: boolean
  disabled: boolean
  required: boolean
  error: string | boolean
  onFiles: (files: readonly File[]) => void
}) => {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const [unreadable, setUnreadable] = useState<string>()
  const take = (files: readonly File[]) => {
    setUnreadable(undefined)
    if (!disabled && files.length) onFiles(files.slice(0, multiple ? undefined : 1))
  }
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    take([...e.dataTransfer.files])
  }
  return (
    <label
      className={classes.drop}
      data-over={over || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(e) => {
        pasted(e).then(take, (problem: unknown) =>
          setUnreadable(problem instanceof Error ? problem.message : String(problem)),
        )
      }}
    >
      <IconUpload size={18} aria-hidden />
      <span>{t(multiple ? 'form.dropFiles' : 'form.dropFile')}</span>
      <input
        id={id}
        type="file"
        aria-label={label}
        accept={accept?.join(',')}
        multiple={multiple}
        disabled={disabled}
        className={classes.native}
        aria-required={required || undefined}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(e) => {
          take([...(e.currentTarget.files ?? [])])
          e.currentTarget.value = ''
        }}
      />
      {unreadable ? (
        <p className={`${texts.text} ${classes.failed}`} role="alert">
          {unreadable}
        </p>
      ) : null}
    </label>
  )
}

type Entry = { readonly file: string; readonly alt?: string | null; readonly name?: string | null }

/** The picture of an entry, or a spinner until its address is known. */
const Thumb = ({ entry, file }: { readonly entry: Entry; readonly file: FileInfo | undefined }) =>
  file ? (
    <img
      src={file.thumbnail ?? file.url}
      alt={entry.alt ?? ''}
      className={classes.thumb}
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span className={classes.thumb}>
      <Spinner size={16} />
    </span>
  )

/** One entry of `FileListInput`: its picture or name, alternative text and buttons. */
const FileEntry = ({
  entry,
  index,
  count,
  file,
  picture,
  onMove,
  onAlt,
  onRemove,
}: {
  readonly entry: Entry
  /** Position from zero, and the number of entries. */
  readonly index: number
  readonly count: number
  readonly file: FileInfo | undefined
  readonly picture: boolean
  readonly onMove: (to: number) => void
  readonly onAlt: (alt: string | null) => void
  readonly onRemove: () => void
}) => {
  const { t } = useTranslation()
  const title = entry.alt || entry.name || file?.name || `${index + 1}`
  return (
    <li className={classes.entry}>
      {picture ? (
        <>
          <Thumb entry={entry} file={file} />
          <TextInput
            size="xs"
            aria-label={t('form.altOf', { n: index + 1 })}
            placeholder={t('form.alt')}
            value={entry.alt ?? ''}
            maxLength={200}
            onChange={(e) => onAlt(e.currentTarget.value || null)}
          />
        </>
      ) : (
        <p className={`${texts.text} ${texts.cut}`}>
          <IconPaperclip size={14} aria-hidden /> {title}
        </p>
      )}
      <div className={classes.tools}>
        <IconButton
          disabled={index === 0}
          aria-label={t('form.moveUp', { what: title })}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp size={14} />
        </IconButton>
        <IconButton
          disabled={index === count - 1}
          aria-label={t('form.moveDown', { what: title })}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown size={14} />
        </IconButton>
        <IconButton tone="danger" aria-label={t('form.remove', { what: title })} onClick={onRemove}>
          <IconTrash size={14} />
        </IconButton>
      </div>
    </li>
  )
}

/**
 * Ordered pictures or files: drop, paste or choose; reorder with buttons; alternative texts for
 * pictures.
 */
export const FileListInput = (props: InputProps) => {
  const entries = (props.value ?? []) as Entry[]
  const latest = useRef(entries)
  latest.current = entries
  const set = (list: Entry[]) => {
    latest.current = list
    props.onChange(list as never)
  }
  const pictures = props.field.kind === 'images'
  const stored = useQuery({
    ...filesQuery(entries.map((e) => e.file)),
    enabled: entries.length > 0,
  })
  const { control } = useFormContext()
  const uploads = useUploads({
    form: control,
    onDone: ({ id }) => set([...latest.current, { file: id }]),
    accept: pictures ? IMAGE_TYPES : undefined,
  })
  const move = (from: number, to: number) => {
    const list = [...entries]
    const [one] = list.splice(from, 1)
    if (one) list.splice(to, 0, one)
    set(list)
  }
  const { label, description, required, error, id, disabled } = common(props)
  return (
    <Labelled
      id={id}
      group
      label={label}
      description={description}
      required={required}
      error={error}
    >
      <ol className={pictures ? classes.pictures : classes.files}>
        {entries.map((entry, i) => (
          <FileEntry
            key={entry.file}
            entry={entry}
            index={i}
            count={entries.length}
            file={stored.data?.find((f) => f.id === entry.file)}
            picture={pictures}
            onMove={(to) => move(i, to)}
            onAlt={(alt) => set(entries.map((o, j) => (j === i ? { ...o, alt } : o)))}
            onRemove={() => set(entries.filter((_, j) => j !== i))}
          />
        ))}
      </ol>
      {underway(uploads)}
      <DropArea
        id={id}
        label={label}
        accept={pictures ? IMAGE_TYPES : undefined}
        multiple
        required={required}
        error={error}
        disabled={disabled || entries.length >= (props.field.max ?? 100)}
        onFiles={(f) => f.forEach(uploads.add)}
      />
    </Labelled>
  )
}

/** Input of one picture or file. */
export const FileInput = (props: InputProps<string>) => {
  const { t } = useTranslation()
  const stored = useQuery({
    ...filesQuery(props.value ? [props.value] : []),
    enabled: props.value !== null,
  })
  const accept = props.field.kind === 'image' ? IMAGE_TYPES : undefined
  const { control } = useFormContext()
  const uploads = useUploads({ form: control, onDone: (info) => props.onChange(info.id), accept })
  const file = stored.data?.[0]
  const { label, description, required, error, id, disabled } = common(props)
  return (
    <Labelled
      id={id}
      group
      label={label}
      description={description}
      required={required}
      error={error}
    >
      {props.value ? (
        <div className={classes.one} role="group" aria-label={label}>
          {props.field.kind === 'image' && file ? (
            <img src={file.thumbnail ?? file.url} alt="" className={classes.thumb} />
          ) : (
            <p className={`${texts.text} ${texts.cut}`}>
              <IconPaperclip size={14} aria-hidden /> {file?.name ?? '…'}
            </p>
          )}
          <IconButton
            tone="danger"
            aria-label={t('form.remove', { what: label })}
            onClick={() => props.onChange(null)}
          >
            <IconTrash size={16} />
          </IconButton>
        </div>
      ) : (
        <DropArea
          id={id}
          label={label}
          accept={accept}
          multiple={false}
          required={required}
          error={error}
          disabled={disabled}
          onFiles={(f) => f.forEach(uploads.add)}
        />
      )}
      {underway(uploads)}
    </Labelled>
  )
}
