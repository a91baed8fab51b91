import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { BoardValue } from './boardColumns.ts'
import { ToneDot } from './ToneDot.tsx'
import css from './board.module.css'

export interface ColumnFrameProps {
  readonly column: BoardValue
  /** Number of its records; undefined while loading. */
  readonly count: number | undefined
  /** Their sums in words. */
  readonly sums: string
  readonly folded: boolean
  readonly onFold: () => void
  /** While a record is dragged: whether it may be dropped here; undefined on its own column. */
  readonly takes: boolean | undefined
  /** What dropping does. */
  readonly hint?: string | undefined
  readonly over: boolean
  readonly children: ReactNode
}

const Head = ({ column, count, sums, onFold }: ColumnFrameProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = label(column.label)
  return (
    <div className={css.columnHead}>
      <h2 className={css.columnName}>
        <ToneDot tone={column.tone} />
        <span className={css.columnText}>{name}</span>
        <span className={css.count}>{count === undefined ? '' : number(count)}</span>
      </h2>
      <button
        type="button"
        className={css.fold}
        aria-expanded="true"
        aria-label={t('layouts.foldColumn', { name })}
        title={t('layouts.foldColumn', { name })}
        onClick={onFold}
      >
        <IconChevronLeft size={16} className={css.mirrored} aria-hidden />
      </button>
      {sums ? <span className={css.sum}>{sums}</span> : null}
    </div>
  )
}

const Folded = ({ column, count, onFold }: ColumnFrameProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = label(column.label)
  return (
    <button
      type="button"
      className={css.unfold}
      aria-expanded="false"
      title={t('layouts.unfoldColumn', { name })}
      onClick={onFold}
    >
      <IconChevronRight size={16} className={css.mirrored} aria-hidden />
      <span className={css.count}>{count === undefined ? '' : number(count)}</span>
      <span className={css.foldedName}>
        <ToneDot tone={column.tone} />
        {name}
      </span>
    </button>
  )
}

/** A column of a board: its name, number and sums, and a drop target. It can be folded. */
export const ColumnFrame = (props: ColumnFrameProps) => {
  const { column, count, folded, takes, hint, over, children } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = label(column.label)
  return (
    <section
      className={folded ? css.folded : css.column}
      aria-label={count === undefined ? name : t('layouts.column', { name, count: number(count) })}
      data-column={String(column.value)}
      data-shut={takes === false || undefined}
      data-takes={takes || undefined}
      data-over={(over && takes) || undefined}
    >
      {folded ? (
        <Folded {...props} />
      ) : (
        <>
          <Head {...props} />
          {takes && hint ? (
            <div className={css.hint} aria-hidden>
              {hint}
            </div>
          ) : null}
          {children}
        </>
      )}
    </section>
  )
}
