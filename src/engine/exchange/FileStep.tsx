import { Button } from '#ui/Button.tsx'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { isProblem } from '#data/problem.ts'
import { cut } from '#model/cut.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useFormat } from '#ui/useFormat.ts'
import type { CsvHead } from './csv.ts'
import { HEADER_LINES } from './headerRow.ts'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

const MAX_BYTES = 100_000_000
/** Longest text of a line in the choice of the header. */
const MAX_OPTION = 80
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, dialog, [contenteditable]') !== null

/**
 * A file from the clipboard, or its text: cells copied from a spreadsheet are tab-separated, which
 * is supported too.
 */
const pasted = (data: DataTransfer | null): File | undefined => {
  const file = data?.files[0]
  if (file) return file
  const text = data?.getData('text/plain') ?? ''
  return text.includes('\n') ? new File([text], 'pasted.csv', { type: 'text/csv' }) : undefined
}

const useTake = (state: ImportState) => {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setWrong(undefined)
    if (file.size > MAX_BYTES) return setWrong(t('exchange.tooLarge'))
    try {
      if (!(await state.open(file))) setWrong(t('exchange.noColumns', { name: file.name }))
    } catch (error) {
      setWrong(isProblem(error) ? error.detail : t('exchange.unreadable', { name: file.name }))
    }
  }
  return { take, wrong }
}

/** Chooses the file: by button, by dropping it anywhere on the area, or by pasting it. */
export const FileStep = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { take, wrong } = useTake(state)
  const [over, setOver] = useState(false)
  const { file, head, fileName, fileBytes = 0 } = state.draft
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onPaste = (e: ClipboardEvent) => {
      if (!isField(e.target)) void latest.current(pasted(e.clipboardData))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    void take(e.dataTransfer.files[0])
  }
  const area = {
    onDragOver: (e: DragEvent) => {
      e.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
    'data-over': over || undefined,
  }
  const error = wrong ? (
    <p role="alert" className={css.problem}>
      {wrong}
    </p>
  ) : null
  if (file && head) {
    return (
      <section className={css.card} aria-label={t('exchange.file')} {...area}>
        <Chosen
          name={file.name}
          bytes={fileBytes}
          head={head}
          button={<Choose onFile={take} />}
          onHeader={(at) => void state.setHeader(at)}
        />
        {error}
      </section>
    )
  }
  return (
    <section className={css.drop} aria-label={t('exchange.file')} {...area}>
      <IconUpload size={28} stroke={1.25} aria-hidden className={css.dropIcon} />
      <p className={css.dropTitle}>{t('exchange.drop')}</p>
      <p className={css.muted}>
        {fileName ? t('exchange.chooseAgain', { name: fileName }) : t('exchange.dropHint')}
      </p>
      <Choose onFile={take} primary />
      {error}
    </section>
  )
}

const Choose = ({
  onFile,
  primary = false,
}: {
  readonly onFile: (file: File | undefined) => Promise<void>
  readonly primary?: boolean
}) => {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        size={primary ? undefined : 'small'}
        onClick={() => input.current?.click()}
      >
        {t(primary ? 'exchange.choose' : 'exchange.chooseOther')}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={t('exchange.csvFile')}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
        hidden
        onChange={(e) => {
          void onFile(e.currentTarget.files?.[0])
          e.currentTarget.value = ''
        }}
      />
    </>
  )
}

/** The line that names the columns, guessed and to be changed. */
const HeaderRow = ({
  head,
  onHeader,
}: {
  readonly head: CsvHead
  readonly onHeader: (at: number) => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <label className={css.headerRow}>
      <span>{t('exchange.headerRow')}</span>
      <Select value={head.headerRow} onChange={(e) => onHeader(e.currentTarget.selectedIndex)}>
        {head.lines.slice(0, HEADER_LINES).map(({ line, cells }) => (
          <option key={line} value={line}>
            {format.number(line)}: {cut(cells.filter(Boolean).join(' · '), MAX_OPTION)}
          </option>
        ))}
      </Select>
    </label>
  )
}

const Chosen = ({
  name,
  bytes,
  head,
  button,
  onHeader,
}: {
  readonly name: string
  readonly bytes: number
  readonly head: CsvHead
  readonly button: ReactNode
  readonly onHeader: (at: number) => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <div className={css.fileLine}>
        <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden className={css.fileIcon} />
        <div className={css.fileText}>
          <strong>{name}</strong>
          <span className={css.muted}>
            {format.bytes(bytes)} · {t('exchange.columnCount', { count: head.columns.length })}
          </span>
        </div>
        {button}
      </div>
      <HeaderRow head={head} onHeader={onHeader} />
      <details className={css.sample}>
        <summary>{t('exchange.firstRows')}</summary>
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('exchange.firstRows')}>
          <table className={css.table}>
            <thead>
              <tr>
                {head.columns.map((c) => (
                  <th key={c} scope="col">
                    {c}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {head.rows.slice(0, 5).map((row, i) => (
                <tr key={i}>
                  {row.map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
