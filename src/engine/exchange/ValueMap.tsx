import { useState } from 'react'
import { IconArrowRight, IconPlus, IconTrash } from '@tabler/icons-react'
import type { FieldModel, Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useEditor } from './context.ts'
import { ValueInput } from './ValueInput.tsx'
import css from './exchange.module.css'

interface ValueMapProps {
  readonly name: string
  /** Column whose cells are looked up. */
  readonly column: string
  /** Kind of the values; default: text. */
  readonly field: FieldModel | undefined
  readonly values: Readonly<Record<string, Json>>
  readonly onChange: (values: Record<string, Json>) => void
  readonly start: Json
}

/**
 * Maps each cell to a value. Keeps its own lines, since two cells may be equal while one of them is
 * being typed.
 */
export const ValueMap = ({ name, column, field, values, onChange, start }: ValueMapProps) => {
  const { t } = useTranslation()
  const { cellsOf } = useEditor()
  const [lines, setLines] = useState<readonly (readonly [string, Json])[]>(() =>
    Object.entries(values),
  )
  const [busy, setBusy] = useState(false)
  const set = (next: readonly (readonly [string, Json])[]) => {
    setLines(next)
    onChange(Object.fromEntries(next.filter(([cell]) => cell !== '')))
  }
  const fill = async () => {
    if (!cellsOf) return
    setBusy(true)
    const guess = (cell: string): Json =>
      field?.options?.find((o) =>
        [o.value, o.label].some((v) => v.toLowerCase() === cell.toLowerCase()),
      )?.value ?? (field?.kind === 'boolean' ? /^(y|yes|true|1)$/i.test(cell) : start)
    const cells = await cellsOf(column).catch(() => [])
    set([
      ...lines,
      ...cells
        .filter((c) => !lines.some(([cell]) => cell === c))
        .map((c) => [c, guess(c)] as const),
    ])
    setBusy(false)
  }
  return (
    <div className={css.map} role="group" aria-label={t('exchange.valuesOf', { column })}>
      {lines.map(([cell, value], i) => (
        <div key={i} className={css.mapLine}>
          <input
            className={css.input}
            aria-label={t('exchange.cellOf', { name, n: i + 1 })}
            value={cell}
            onChange={({ currentTarget }) =>
              set(lines.map((l, at) => (at === i ? [currentTarget.value, l[1]] : l)))
            }
          />
          <IconArrowRight size={14} aria-hidden className={css.mirrored} />
          <ValueInput
            field={field}
            name={t('exchange.valueFor', { name, cell })}
            value={value}
            onChange={(v) => set(lines.map((l, at) => (at === i ? [l[0], v] : l)))}
          />
          <button
            type="button"
            className={css.icon}
            aria-label={t('exchange.removeCell', { cell })}
            onClick={() => set(lines.filter((_, at) => at !== i))}
          >
            <IconTrash size={15} aria-hidden />
          </button>
        </div>
      ))}
      <div className={css.line}>
        {cellsOf && column ? (
          <button type="button" className={css.quiet} disabled={busy} onClick={() => void fill()}>
            {t('exchange.fill')}
          </button>
        ) : null}
        <button
          type="button"
          className={css.quiet}
          onClick={() => setLines([...lines, ['', start]])}
        >
          <IconPlus size={14} aria-hidden />
          {t('exchange.addCell')}
        </button>
      </div>
    </div>
  )
}
